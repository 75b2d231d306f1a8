import { isRetryable } from '#api/db/database-errors.ts';
import type { Db, Tx } from '#api/db/db.ts';
import { limitStatements } from '#api/db/snapshot.ts';
import { fairSpanRows } from '../figures/counted-money.queries.ts';
import { fairDays } from '../figures/fair-days.ts';
import type { CachedFair } from '../figures/cached-fair.ts';
import { withoutZeros } from '../figures/cached-sales.ts';
import { keepItems } from '../item-sales/item-sales.queries.ts';
import type { ReportScope, SalesScope } from '../report-scope.ts';
import { partsByFair } from '../sales-summary/fair-parts.ts';
import { tieOutParts } from '../figures/tie-out.service.ts';
import {
  forgetChanges,
  saveCachedRows,
  findCachedRows,
  staleFairIds,
} from './cached-figures.queries.ts';

/** Task that makes the cached figures of fairs anew, every minute. */
export const CACHE_FIGURES_TASK = 'cache-report-figures';
export const KEEP_EVERY = { minutes: 1 };

/**
 * Version of the code that makes cached figures. Raise it when a figure of `CachedFair` or of a fair's
 * items is computed differently: figures of another version are not used, and made anew.
 */
export const FIGURES_VERSION = 1;

/** A fair is made anew once it was quiet this long; a fair that sells is computed by its reader. */
const QUIET_SECONDS = 120;
const FAIRS_AT_A_TIME = 100;
const STATEMENT_TIMEOUT_MS = 60_000;

/** Every day, which makes every fair whole. */
const ALL_DAYS = { startDate: '1900-01-01', endDate: '2999-12-31' };

/**
 * Adds the cached figures that are true in this snapshot to a scope: of fairs with all their activity
 * within its days, and unchanged since. With a method every fair is computed. The figures of their
 * days are read `withDays` only.
 */
export async function withCached(
  db: Db,
  scope: ReportScope,
  withDays: boolean,
): Promise<ReportScope> {
  if (scope.method !== null) return scope;
  const rows = await findCachedRows(db, FIGURES_VERSION, scope, withDays);
  return {
    ...scope,
    cached: new Map(
      rows.map(({ fairId, firstDay, lastDay, days, figures }) => [
        fairId,
        { firstDay, lastDay, days, ...figures },
      ]),
    ),
  };
}

/**
 * Makes the figures of all fairs that have none or whose sources changed, except of those that
 * changed in the last `quietSeconds`. Returns the number of fairs.
 */
export async function cacheFigures(db: Db, quietSeconds = QUIET_SECONDS): Promise<number> {
  let made = 0;
  for (;;) {
    const ids = await staleFairIds(db, FIGURES_VERSION, quietSeconds, FAIRS_AT_A_TIME);
    if (ids.length === 0 || !(await makeFigures(db, ids))) return made;
    made += ids.length;
  }
}

/** Returns false if another process makes figures. */
async function makeFigures(db: Db, fairIds: readonly string[]): Promise<boolean> {
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await limitStatements(tx, STATEMENT_TIMEOUT_MS);
        // The changes that this snapshot sees are exactly those that the figures will include.
        if (!(await forgetChanges(tx, fairIds))) return false;
        await makeIn(tx, fairIds);
        return true;
      });
  } catch (error) {
    if (isRetryable(error)) return false;
    throw error;
  }
}

/** Computes and stores the figures of the fairs, with all their days. */
export async function makeIn(tx: Tx, fairIds: readonly string[]): Promise<void> {
  const scope = { ...ALL_DAYS, method: null, fairs: fairIds.map((id) => ({ id })) };
  const days = Map.groupBy(await fairDays(tx, scope), ({ fairId }) => fairId);
  const parts = await partsByFair(tx, scope);
  const ties = await tiesByFair(tx, scope);
  const spans = new Map((await fairSpanRows(tx, fairIds)).map((span) => [span.fairId, span]));
  await saveCachedRows(
    tx,
    FIGURES_VERSION,
    fairIds.map((fairId) => ({
      fairId,
      firstDay: spans.get(fairId)?.firstDay ?? null,
      lastDay: spans.get(fairId)?.lastDay ?? null,
      days: (days.get(fairId) ?? []).map(({ day, figures }) => ({
        day,
        figures: withoutZeros(figures),
      })),
      figures: { ...parts(fairId), tieOut: ties(fairId) },
    })),
  );
  await keepItems(tx, scope);
}

/** Computes the tie-out of each fair; one by one only if an order of them differs. */
async function tiesByFair(
  tx: Tx,
  scope: SalesScope,
): Promise<(fairId: string) => CachedFair['tieOut']> {
  const { found, together } = await tieOutParts(tx, scope);
  const byFair = new Map(found.map((fair) => [fair.fairId, fair]));
  if (together.inOrdersCents > 0) {
    const each = new Map<string, CachedFair['tieOut']>();
    for (const fair of scope.fairs)
      each.set(fair.id, (await tieOutParts(tx, { ...scope, fairs: [fair] })).together);
    return (fairId) => each.get(fairId)!;
  }
  return (fairId) => ({
    inOrdersCents: 0,
    byLinesCents: byFair.get(fairId)?.byLinesCents ?? 0,
    byPaymentsCents: byFair.get(fairId)?.byPaymentsCents ?? 0,
    orderNumbers: [],
  });
}
