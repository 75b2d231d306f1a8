import { MIN_SEARCH, type SearchGroup } from '@pos/contract/search';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import { useRights } from '#web/lib/session.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { FairScope } from '../fair-scope.ts';
import { useRecentPages } from '../recent-pages.ts';
import { addCommands, dayCommands, pageCommands, sessionCommands } from './commands.ts';
import type { Command } from './command.ts';
import { fairCommands } from './fair-commands.ts';
import { type KnownCommands, paletteGroups } from './palette-groups.ts';
import { searchRecords } from './search.data.ts';

const DEBOUNCE_MS = 150;

/** Finds the commands for a text: pages, actions and records that the rights open. */
export function usePaletteCommands(
  text: string,
  { onHelp, onSignOut }: { onHelp: () => void; onSignOut: () => void },
) {
  const queryClient = useQueryClient();
  const rights = useRights();
  const fairId = useContext(FairScope);
  const recent = useRecentPages();
  const sought = text.trim();
  const asked = useDebounced(sought, DEBOUNCE_MS);
  const {
    data: found,
    error,
    isFetching,
  } = useQuery({ ...searchRecords(asked, fairId), placeholderData: keepPreviousData });
  const known: KnownCommands = {
    recent,
    pages: pageCommands(rights, fairId),
    actions: [...(fairId ? fairCommands(rights, fairId) : []), ...addCommands(rights)],
    session: sessionCommands({ onHelp, onSignOut }),
    ofFair: (id) => fairCommands(rights, id),
    ofDay: (day) => dayCommands(rights, day, fairId),
  };
  const isShort = sought.length < MIN_SEARCH;
  const groups = paletteGroups(sought, isShort ? [] : (found ?? []), known);
  return {
    groups,
    all: groups.flatMap(({ commands }) => commands),
    error,
    hasText: sought !== '',
    isSearching: isFetching && !isShort,
    /** True once the list is that of the text. */
    isSettled: isShort || (asked === sought && !isFetching),
    /** Searches at once: the first command for the text as it stands. */
    first: async (): Promise<Command | undefined> => {
      const answered = await queryClient
        .fetchQuery(searchRecords(sought, fairId))
        .catch((): SearchGroup[] => []);
      return paletteGroups(sought, answered, known).flatMap(({ commands }) => commands)[0];
    },
  };
}
