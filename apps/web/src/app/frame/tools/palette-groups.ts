import type { SearchGroup, SearchKind } from '@pos/contract/office/search';
import type { PageKey } from '@pos/contract/permissions';
import {
  IconBook2,
  IconBox,
  IconBuilding,
  IconCalendarEvent,
  IconCreditCard,
  IconDeviceTablet,
  IconHistory,
  IconListSearch,
  IconReceipt,
  IconSchool,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { pathTo } from '#web/lib/api/paths.ts';
import { type Command, matching } from './command.ts';
import { searchText } from './search-text.ts';

type KindLook = {
  label: string;
  icon: Icon;
  isCode?: true;
  isName?: true;
  list?: PageKey;
};
const KINDS: Record<SearchKind, KindLook> = {
  fair: { label: 'Fairs', icon: IconCalendarEvent, list: 'fairs' },
  school: { label: 'Schools', icon: IconBuilding, list: 'schools' },
  order: { label: 'Orders', icon: IconReceipt, isCode: true, list: 'orders' },
  payment: { label: 'Payments', icon: IconCreditCard, list: 'payments' },
  student: { label: 'Students', icon: IconSchool, isName: true, list: 'students' },
  title: { label: 'Titles', icon: IconBook2, list: 'inventory' },
  device: { label: 'Devices', icon: IconDeviceTablet, isCode: true, list: 'devices' },
  carton: { label: 'Cartons', icon: IconBox, isCode: true },
  user: { label: 'Users', icon: IconUser, isName: true, list: 'users' },
};
/** Commands under one heading of the palette. */
export type Group = { title: string; commands: readonly Command[] };

/** Commands that are known without a search. */
export type KnownCommands = {
  recent: readonly { to: string; label: string }[];
  pages: readonly Command[];
  /** Tasks: of the selected fair, then adding records. */
  actions: readonly Command[];
  /** Theme, help and sign-out. */
  session: readonly Command[];
  /** Tasks of a fair that was found. */
  ofFair: (fairId: string) => readonly Command[];
  /** Lists of a day, if the text is one. */
  ofDay: (text: string) => readonly Command[];
};

/** Maximum number of recent pages. */
const MAX_RECENT = 4;
/** Maximum number of results of a kind while several kinds have results. */
const MAX_OF_MANY = 3;

/**
 * The groups for a text: without one, recent pages and everything that can be done or opened; else
 * records found exactly, the lists of a day, matching pages and actions, then the other records.
 */
export function paletteGroups(
  text: string,
  found: readonly SearchGroup[],
  known: KnownCommands,
): Group[] {
  const groups = text === '' ? knownGroups(known) : foundGroups(text, found, known);
  return groups.filter(({ commands }) => commands.length > 0);
}

function knownGroups({ recent, pages, actions, session }: KnownCommands): Group[] {
  return [
    { title: 'Recent pages', commands: recent.slice(0, MAX_RECENT).map(recentCommand) },
    { title: 'Pages', commands: pages },
    { title: 'Actions', commands: actions },
    { title: 'Display and session', commands: session },
  ];
}

function foundGroups(
  text: string,
  found: readonly SearchGroup[],
  { pages, actions, session, ofFair, ofDay }: KnownCommands,
): Group[] {
  const groups = withoutTwins(found);
  const others = groups.filter((group) => !isExact(group));
  const max = groups.length > 1 ? MAX_OF_MANY : Infinity;
  const withTasks = (group: SearchGroup, limit: number): Group[] => {
    const records = recordGroup(group, limit, text);
    const [fair] = group.kind === 'fair' ? group.hits : [];
    return fair ? [records, { title: `For ${fair.label}`, commands: ofFair(fair.id) }] : [records];
  };
  return [
    ...groups.filter(isExact).flatMap((group) => withTasks(group, Infinity)),
    { title: 'Days', commands: ofDay(text) },
    { title: 'Pages', commands: matching(pages, text) },
    { title: 'Actions', commands: matching([...actions, ...session], text) },
    ...others.flatMap((group) => withTasks(group, max)),
  ];
}

/** Leaves out payments of orders that were found, so that no order is listed twice. */
function withoutTwins(found: readonly SearchGroup[]): SearchGroup[] {
  const orders = found.find(({ kind }) => kind === 'order')?.hits.map(({ label }) => label) ?? [];
  return found.flatMap((group) => {
    if (group.kind !== 'payment') return [group];
    const hits = group.hits.filter(({ detail }) => !orders.some((order) => detail.includes(order)));
    return hits.length > 0 ? [{ ...group, hits }] : [];
  });
}

function recentCommand({ to, label }: { to: string; label: string }): Command {
  return { key: `recent ${to}`, label, to, icon: IconHistory };
}

function isExact({ hits }: SearchGroup): boolean {
  return hits.some(({ exact }) => exact);
}

function recordGroup({ kind, hits, more }: SearchGroup, max: number, text: string): Group {
  const { label: title, icon, isCode, isName, list } = KINDS[kind];
  const records: Command[] = hits.slice(0, max).map(({ id, label, detail, amountCents, link }) => ({
    key: `${kind} ${id}`,
    label,
    detail,
    amountCents,
    to: link,
    icon,
    ...(isCode && { isCode: true }),
    ...(isName && { isName: true }),
  }));
  if (!list || (!more && hits.length <= max)) return { title, commands: records };
  const all: Command = {
    key: `all ${kind}`,
    label: `All ${title.toLowerCase()} that match`,
    to: pathTo(list, {}, { search: searchText(text) }),
    icon: IconListSearch,
  };
  return { title, commands: [...records, all] };
}
