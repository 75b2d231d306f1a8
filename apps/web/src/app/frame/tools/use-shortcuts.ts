import { opensPage, type PageKey, type Rights } from '@pos/contract/permissions';
import { useNavigate } from '@tanstack/react-router';
import { useContext, useEffect, useEffectEvent } from 'react';
import { usePreferences } from '#web/lib/session/preferences.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { takeTyping } from '#web/lib/input/typed-ahead.ts';
import { typedText } from '#web/lib/input/typed-text.ts';
import { writeValue } from '#web/ui/form/write-value.ts';
import { isCharacter, takesText } from '#web/lib/input/typed-keys.ts';
import { isBehindDialog, LONGEST_GAP_MS } from '#web/ui/hooks/use-scanner.ts';
import { SCREENS } from '../../screens.ts';
import { isSearchShortcut, takeEarlyKeys } from '../early-keys.ts';
import { FairScope, scopedPath } from '../fair-scope.ts';

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);
export const COMMAND_KEY = IS_APPLE ? '⌘' : 'Ctrl';
export const SEARCH_KEYS = IS_APPLE ? '⌘ K' : 'Ctrl K';

/** Letter that opens a page of the menu, after `g`. */
export const LETTERS: Partial<Record<PageKey, string>> = {
  dashboard: 'd',
  users: 'u',
  devices: 'v',
  fairs: 'f',
  payments: 'p',
  orders: 'o',
  reports: 'r',
  students: 's',
  'fair-inventory': 'i',
  inventory: 'a',
  warehouse: 'w',
  'master-template': 't',
};

/** Time in which the letter must follow `g`, in ms. */
const SEQUENCE_MS = 1_500;

type Actions = { search: () => void; help: () => void };

/**
 * Shortcuts: Ctrl/⌘+K everywhere; `?` outside of text; letters only if switched on in the profile
 * (WCAG 2.1.4). A single key takes effect once no other has followed it, because a scanner's keys
 * come in a burst.
 */
export function useShortcuts({ search, help }: Actions): void {
  const { letterShortcuts } = usePreferences();
  const rights = useRights();
  const navigate = useNavigate();
  const fairId = useContext(FairScope);

  const press = useEffectEvent((keys: string): void => {
    if (isBehindDialog(document.body)) return;
    if (keys === '?') help();
    if (!letterShortcuts) return;
    const screen = keys.startsWith('g ') && menuScreen(keys.slice(2), rights);
    if (screen) void navigate({ href: scopedPath(screen, fairId) });
  });
  const openSearch = useEffectEvent(() => {
    if (isBehindDialog(document.body)) takeTyping();
    else search();
  });
  const slash = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.key !== '/' || !letterShortcuts || isBehindDialog(document.body)) return false;
    event.preventDefault();
    if (!focusListSearch()) search();
    return true;
  });

  useEffect(() => {
    // Event times count from page load, so 0 would be recent.
    let last = -Infinity;
    let begun = -Infinity;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hear = (event: KeyboardEvent): void => {
      const { key, timeStamp } = event;
      if (key === 'Shift') return;
      clearTimeout(timer);
      const isAlone = timeStamp - last > LONGEST_GAP_MS;
      const afterG = timeStamp - begun <= SEQUENCE_MS;
      last = timeStamp;
      begun = -Infinity;
      if (isSearchShortcut(event)) {
        event.preventDefault();
        openSearch();
        return;
      }
      if (!isCharacter(event) || takesText(event.target)) return;
      if (isAlone && slash(event)) return;
      if (afterG) timer = setTimeout(() => press(`g ${key.toLowerCase()}`), LONGEST_GAP_MS);
      else if (isAlone && key === 'g') begun = timeStamp;
      else if (isAlone) timer = setTimeout(() => press(key), LONGEST_GAP_MS);
    };
    const { keys, isSearchAsked } = takeEarlyKeys();
    for (const event of keys) hear(event);
    if (isSearchAsked) openSearch();
    document.addEventListener('keydown', hear);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', hear);
    };
  }, []);
}

/** Leads to the list's search at once: the text typed next, or meanwhile, arrives there. */
function focusListSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('#main input[type="search"]');
  if (!box) return false;
  box.focus();
  const { text } = typedText(takeTyping());
  if (text) writeValue(box, text);
  return true;
}

function menuScreen(letter: string, rights: Rights) {
  return SCREENS.find(
    ({ page, inMenu }) => inMenu && LETTERS[page] === letter && opensPage(page, rights),
  );
}
