import { IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useContext } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { holdTyping } from '#web/lib/input/typed-ahead.ts';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { playTone } from '#web/ui/hooks/scan-tones.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { useScanner } from '#web/ui/hooks/use-scanner.ts';
import { FairScope } from '../fair-scope.ts';
import { providePalette } from '../palette-opener.ts';
import { PrivacySign } from '../privacy-sign.tsx';
import { useRememberPages } from '../recent-pages.ts';
import { FairSwitcher } from './fair-switcher.tsx';
import { searchRecords } from './search.data.ts';
import { RegistersState } from './registers-state.tsx';
import * as styles from './top-tools.module.css';
import { SEARCH_KEYS, useShortcuts } from './use-shortcuts.ts';

/** Kinds of records with a code on a label or receipt; names are never scanned. */
const SCANNED = ['device', 'order', 'carton', 'title', 'fair', 'student', 'payment'] as const;

/**
 * On a page that does not handle scans itself, opens the device, order, carton or title of a
 * scanned code, or reports an unknown code.
 */
function useScanAnywhere(): void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const fairId = useContext(FairScope);
  const open = async (code: string): Promise<void> => {
    try {
      const groups = await queryClient.fetchQuery(searchRecords(code, fairId));
      const hit = SCANNED.flatMap(
        (kind) => groups.find((group) => group.kind === kind)?.hits ?? [],
      ).find(({ exact }) => exact);
      if (hit) await navigate({ href: hit.link });
      playTone(hit ? 'hit' : 'miss');
      if (!hit)
        toast.bad({
          title: `Unknown code ${code}`,
          detail: 'No device, receipt, carton or title that you can open has this code.',
        });
    } catch (error) {
      toast.bad({ title: `${code} could not be looked up`, detail: failureText(error).message });
    }
  };
  useScanner((code) => void open(code), { yields: true });
}

const Palette = asidePart(() => import('./palette.tsx'), 'Palette');
const SignOut = asidePart(() => import('../sign-out.tsx'), 'SignOut');
const ShortcutHelp = asidePart(() => import('./shortcut-help.tsx'), 'ShortcutHelp');

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
      <RegistersState />
      <PrivacySign />
      {open === 'palette' && (
        <Palette
          onClose={close}
          onHelp={() => setOpen('help')}
          onSignOut={() => setOpen('sign-out')}
        />
      )}
      {open === 'help' && <ShortcutHelp onClose={close} />}
      {open === 'sign-out' && <SignOut onStay={close} />}
    </>
  );
}
