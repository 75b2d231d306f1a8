import { MIN_SEARCH, type SearchGroup } from '@pos/contract/office/search';
import { useContext } from 'react';
import { useRights } from '#web/lib/session/session.tsx';
import { useTypedAnswer } from '#web/ui/hooks/use-typed-answer.ts';
import { FairScope } from '../fair-scope.ts';
import { useRecentPages } from '../recent-pages.ts';
import { addCommands, dayCommands, pageCommands, sessionCommands } from './commands.ts';
import type { Command } from './command.ts';
import { fairCommands } from './fair-commands.ts';
import { type Group, type KnownCommands, paletteGroups } from './palette-groups.ts';
import { searchRecords } from './search.data.ts';

const DEBOUNCE_MS = 150;

type PaletteOptions = {
  onHelp: () => void;
  onSignOut: () => void;
  /** Called with the first command for a text that was entered before its answer came. */
  onEntered: (command: Command) => void;
};

/** Finds the commands for a text: pages, actions and records that the rights open. */
export function usePaletteCommands(text: string, { onHelp, onSignOut, onEntered }: PaletteOptions) {
  const rights = useRights();
  const fairId = useContext(FairScope);
  const recent = useRecentPages();
  const sought = text.trim();
  const known: KnownCommands = {
    recent,
    pages: pageCommands(rights, fairId),
    actions: [...(fairId ? fairCommands(rights, fairId) : []), ...addCommands(rights)],
    session: sessionCommands({ onHelp, onSignOut }),
    ofFair: (id) => fairCommands(rights, id),
    ofDay: (day) => dayCommands(rights, day, fairId),
  };
  const toGroups = (found: readonly SearchGroup[]) => paletteGroups(sought, found, known);
  const { answer, earlier, failure, enter, cancel } = useTypedAnswer(
    (q) => searchRecords(q, fairId),
    sought,
    {
      restMs: DEBOUNCE_MS,
      onEntered: (found) => {
        const first = found && allOf(toGroups(found))[0];
        if (first) onEntered(first);
      },
    },
  );
  const isShort = sought.length < MIN_SEARCH;
  const isSettled = isShort || answer !== undefined || failure !== null;
  const groups = toGroups(isShort ? [] : (answer ?? earlier ?? []));
  const lasting = new Set(allOf(toGroups([])).map(({ key }) => key));
  return {
    groups,
    /** Commands that match the text as it stands; `groups` may still show earlier records. */
    all: isSettled ? allOf(groups) : allOf(groups).filter(({ key }) => lasting.has(key)),
    error: isShort ? null : failure,
    hasText: sought !== '',
    isSearching: !isSettled,
    /** True once the list is that of the text. */
    isSettled,
    enter,
    cancel,
  };
}

function allOf(groups: readonly Group[]): Command[] {
  return groups.flatMap(({ commands }) => [...commands]);
}
