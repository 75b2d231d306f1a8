import { IconHelp } from '@tabler/icons-react';
import { Suspense } from 'react';
import { IconButton } from '#web/ui/buttons/button.tsx';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';

const HelpPanel = lazyPart(async () => (await import('./help-panel.tsx')).HelpPanel);
const ShortcutHelp = lazyPart(
  async () => (await import('../tools/shortcut-help.tsx')).ShortcutHelp,
);

/** Button that opens the help: contact, guides and keyboard shortcuts. */
export function Help() {
  const { opened: showsShortcuts, open: setShowsShortcuts, close } = useOpened<true>();
  return (
    <>
      <Popover
        label="Help"
        align="end"
        width={340}
        button={(props) => (
          <IconButton {...props} label="Help">
            <IconHelp size={20} stroke={1.75} aria-hidden />
          </IconButton>
        )}
      >
        {(closePanel) => (
          <HelpPanel
            close={closePanel}
            onShortcuts={() => {
              closePanel();
              setShowsShortcuts(true);
            }}
          />
        )}
      </Popover>
      {showsShortcuts && (
        <Suspense>
          <ShortcutHelp onClose={close} />
        </Suspense>
      )}
    </>
  );
}
