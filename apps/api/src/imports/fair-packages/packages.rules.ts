import type { NewPackingList, PackageTitle } from '@pos/contract/imports/fair-packages';

type Listed = Pick<PackageTitle, 'titleId' | 'title' | 'qty'>;
type Changes = Record<string, { from: number | string[] | null; to: number | string[] | null }>;

const getUnits = (contents: readonly Listed[]) => contents.reduce((sum, { qty }) => sum + qty, 0);

/** Returns what changed in a package: its units, and the titles that came, went or changed. */
export function contentsChanges(before: readonly Listed[], after: readonly Listed[]): Changes {
  const earlier = new Map(before.map((title) => [title.titleId, title.qty]));
  const later = new Set(after.map(({ titleId }) => titleId));
  const added = after.filter(({ titleId }) => !earlier.has(titleId));
  const removed = before.filter(({ titleId }) => !later.has(titleId));
  const changed = after.filter(
    ({ titleId, qty }) => earlier.has(titleId) && earlier.get(titleId) !== qty,
  );
  const named = (titles: readonly Listed[]) => titles.map(({ title, qty }) => `${qty} × ${title}`);
  return {
    ...(getUnits(before) !== getUnits(after) && {
      units: { from: getUnits(before), to: getUnits(after) },
    }),
    ...(added.length > 0 && { added: { from: null, to: named(added) } }),
    ...(removed.length > 0 && { removed: { from: named(removed), to: null } }),
    ...(changed.length > 0 && {
      quantities: {
        from: named(changed.map((title) => ({ ...title, qty: earlier.get(title.titleId)! }))),
        to: named(changed),
      },
    }),
  };
}

/** Returns the units that the warehouse lacks of a title; all of an inactive one. */
export function getShortQty({
  qty,
  availableQty,
  isActive,
}: Pick<PackageTitle, 'qty' | 'availableQty' | 'isActive'>): number {
  return isActive ? Math.max(qty - availableQty, 0) : qty;
}

export type Packed = { titleId: string; qty: number };

/**
 * Returns the units to pack: those of the package, less the substituted ones, plus their
 * substitutes; a substitute takes the place of the same number of units. Returns a sentence instead
 * if more units are substituted than the package has.
 */
export function unitsToPack(
  contents: readonly Listed[],
  substitutes: NewPackingList['substitutes'],
): { packed: Packed[] } | { problem: string } {
  const units = new Map(contents.map(({ titleId, qty }) => [titleId, qty]));
  for (const { insteadOfId, qty } of substitutes) {
    const title = contents.find(({ titleId }) => titleId === insteadOfId);
    if (!title) return { problem: 'A substitute is for a title that the package does not have.' };
    const left = (units.get(insteadOfId) ?? 0) - qty;
    if (left < 0)
      return { problem: `More units of "${title.title}" are substituted than the package has.` };
    units.set(insteadOfId, left);
  }
  for (const { titleId, qty } of substitutes)
    if (titleId) units.set(titleId, (units.get(titleId) ?? 0) + qty);
  return {
    packed: [...units].flatMap(([titleId, qty]) => (qty > 0 ? [{ titleId, qty }] : [])),
  };
}
