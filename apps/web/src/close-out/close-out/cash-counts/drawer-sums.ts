import type { NewCashCount } from '@pos/contract/close-out/cash-counts';
import type { DrawerDay } from '@pos/contract/sales/drawers/drawers';

const MAX_NAMES = 60;

export const hasEntries = ({ moves, count }: DrawerDay): boolean =>
  moves.length > 0 || count !== null;

/** Returns the evening count that the drawers' counts add up to, with what went to the safe. */
export function getDrawerSums(
  drawers: readonly DrawerDay[],
): Pick<NewCashCount, 'cashCents' | 'checkCents' | 'checks' | 'countedBy' | 'secondPerson'> {
  const counts = drawers.flatMap(({ count }) => count ?? []);
  const sum = <Item>(items: readonly Item[], valueOf: (item: Item) => number) =>
    items.reduce((total, each) => total + valueOf(each), 0);
  const names = (all: readonly string[]) => [...new Set(all)].join(', ').slice(0, MAX_NAMES);
  return {
    cashCents:
      sum(counts, ({ cashCents }) => cashCents) + sum(drawers, ({ toSafeCents }) => toSafeCents),
    checkCents: sum(counts, ({ checkCents }) => checkCents),
    checks: sum(counts, ({ checks }) => checks),
    countedBy: names(counts.map(({ countedBy }) => countedBy)),
    secondPerson: names(counts.map(({ secondPerson }) => secondPerson)),
  };
}
