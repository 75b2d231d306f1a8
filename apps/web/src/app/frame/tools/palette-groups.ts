import type { SearchGroup, SearchKind } from '@pos/contract/search';
import {
  IconBook2,
  IconBox,
  IconBuilding,
  IconCalendarEvent,
  IconCreditCard,
  IconDeviceTablet,
  IconHistory,
  IconReceipt,
  IconSchool,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { type Command, matching } from './commands.ts';

const KINDS: Record<SearchKind, { label: string; icon: Icon; isCode?: true }> = {
  fair: { label: 'Fairs', icon: IconCalendarEvent },
  school: { label: 'Schools', icon: IconBuilding },
  order: { label: 'Orders', icon: IconReceipt, isCode: true },
  payment: { label: 'Payments', icon: IconCreditCard },
  student: { label: 'Students', icon: IconSchool },
  title: { label: 'Titles', icon: IconBook2 },
  device: { label: 'Devices', icon: IconDeviceTablet, isCode: true },
  carton: { label: 'Cartons', icon: IconBox, isCode: true },
  user: { label: 'Users', icon: IconUser },
};
/** Commands under one heading of the palette. */
export type Group = { title: string; commands: readonly Command[] };

/** Commands that are known without a search. */
export type KnownCommands = {
  recent: readonly { to: string; label: string }[];
  pages: readonly Command[];
  actions: readonly Command[];
};

/**
 * The groups for a text: without one, recent pages and everything that can be opened or done; else
 * records found exactly, matching pages and actions, then the other records.
 */
export function paletteGroups(
  text: string,
  found: readonly SearchGroup[],
  { recent, pages, actions }: KnownCommands,
): Group[] {
  const groups =
    text === ''
      ? [
          { title: 'Recent pages', commands: recent.map(recentCommand) },
          { title: 'Pages', commands: pages },
          { title: 'Actions', commands: actions },
        ]
      : [
          ...found.filter(isExact).map(recordGroup),
          { title: 'Pages', commands: matching(pages, text) },
          { title: 'Actions', commands: matching(actions, text) },
          ...found.filter((group) => !isExact(group)).map(recordGroup),
        ];
  return groups.filter(({ commands }) => commands.length > 0);
}

function recentCommand({ to, label }: { to: string; label: string }): Command {
  return { key: `recent ${to}`, label, to, icon: IconHistory };
}

function isExact({ hits }: SearchGroup): boolean {
  return hits.some(({ exact }) => exact);
}

function recordGroup({ kind, hits, more }: SearchGroup): Group {
  const { label: title, icon, isCode } = KINDS[kind];
  return {
    title: more ? `${title}, the first ${hits.length}` : title,
    commands: hits.map(({ id, label, detail, amountCents, link }) => ({
      key: `${kind} ${id}`,
      label,
      detail,
      amountCents,
      to: link,
      icon,
      ...(isCode && { isCode: true }),
    })),
  };
}
