import type { NewPackingList, ProposedTitle } from '@pos/contract/imports/fair-packages';

/** Decision about a title that is short: a substitute's ID, or one of these. */
export const SEND_ALL = 'all';
export const LEAVE_OUT = 'none';

/** Decisions by the ID of the short title. */
export type Decisions = ReadonlyMap<string, string>;

/**
 * Proposes a decision for each short title: the best substitute of which the warehouse has enough
 * besides the units proposed before, else to send all units anyway, or none of an inactive title.
 */
export function proposedDecisions(contents: readonly ProposedTitle[]): Decisions {
  const used = new Map<string, number>();
  const decisions = new Map<string, string>();
  for (const { titleId, shortQty, isActive, substitutes } of contents) {
    if (shortQty === 0) continue;
    const substitute = substitutes.find(
      (other) => other.availableQty - (used.get(other.titleId) ?? 0) >= shortQty,
    )?.titleId;
    if (substitute !== undefined) used.set(substitute, (used.get(substitute) ?? 0) + shortQty);
    decisions.set(titleId, substitute ?? (isActive ? SEND_ALL : LEAVE_OUT));
  }
  return decisions;
}

/** Returns the proposed decisions with a person's changes, as far as these are still offered. */
export function decisionsFor(contents: readonly ProposedTitle[], changed: Decisions): Decisions {
  const offered = contents.flatMap(({ titleId, isActive, substitutes }) => {
    const decision = changed.get(titleId);
    const offers = [
      ...(isActive ? [SEND_ALL] : []),
      LEAVE_OUT,
      ...substitutes.map((other) => other.titleId),
    ];
    return decision !== undefined && offers.includes(decision)
      ? [[titleId, decision] as const]
      : [];
  });
  return new Map([...proposedDecisions(contents), ...offered]);
}

/** Returns the substitutes to send, and the units that the packing list then has. */
export function decidedList(
  contents: readonly ProposedTitle[],
  decisions: Decisions,
): { substitutes: NewPackingList['substitutes']; units: number } {
  const substitutes = contents.flatMap(({ titleId: insteadOfId, shortQty: qty }) => {
    const decision = decisions.get(insteadOfId) ?? SEND_ALL;
    if (qty === 0 || decision === SEND_ALL) return [];
    return [{ insteadOfId, titleId: decision === LEAVE_OUT ? null : decision, qty }];
  });
  const leftOut = substitutes.reduce((sum, { titleId, qty }) => sum + (titleId ? 0 : qty), 0);
  return { substitutes, units: contents.reduce((sum, { qty }) => sum + qty, 0) - leftOut };
}
