import { IconSearch } from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import { providePalette } from '../palette-opener.ts';
import { useRememberPages } from '../recent-pages.ts';
import { PrivacySign } from '../privacy-sign.tsx';
import { holdTyping } from '#web/lib/typed-ahead.ts';
import { FairSwitcher } from './fair-switcher.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { SyncState } from './sync-state.tsx';
import * as styles from './top-tools.module.css';
import { useScanAnywhere } from './use-scan-anywhere.ts';
import { SEARCH_KEYS, useShortcuts } from './use-shortcuts.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette);
const SignOut = lazyPart(async () => (await import('../sign-out.tsx')).SignOut);
const ShortcutHelp = lazyPart(async () => (await import('./shortcut-help.tsx')).ShortcutHelp);

const HINT = 'Search orders, fairs, titles, people';

/**
 * Tools of the top bar: fair switcher, search, shortcuts, and opening a record by scanning its
 * code. Loaded after the page.
 */
export function TopTools() {
  const { opened: open, open: setOpen, close } = useOpened<'palette' | 'help' | 'sign-out'>();
  const search = (): void => {
    holdTyping();
    setOpen('palette');
  };
  useRememberPages();
  useScanAnywhere();
  useShortcuts({ search, help: () => setOpen('help') });
  useEffect(() => providePalette(search));
  return (
    <>
      <span className={styles.switcherSlot}>
        <FairSwitcher />
      </span>
      <button
        type="button"
        className={styles.searchOpen}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={search}
      >
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span>{HINT}</span> <kbd>{SEARCH_KEYS}</kbd>
      </button>
      <SyncState />
      <PrivacySign />
      <Suspense>
        {open === 'palette' && (
          <Palette
            onClose={close}
            onHelp={() => setOpen('help')}
            onSignOut={() => setOpen('sign-out')}
          />
        )}
        {open === 'help' && <ShortcutHelp onClose={close} />}
        {open === 'sign-out' && <SignOut onStay={close} />}
      </Suspense>
    </>
  );
}
