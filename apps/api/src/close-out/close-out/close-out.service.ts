import type { CloseOut } from '@pos/contract/close-out/close-out';
import {
  type CloseOutSnapshot,
  type CloseOutVersion,
  getAmountDue,
} from '@pos/contract/close-out/close-out-snapshot';
import type { Fair } from '@pos/contract/fairs/fairs';
import type { DailySalesRow } from '@pos/contract/reports/daily-sales';
import type { SalesSummaryReport } from '@pos/contract/reports/reports';
import { findParties } from './statement/statement.queries.ts';
import type { Db } from '#api/db/db.ts';
import { inSnapshot } from '#api/db/snapshot.ts';
import { requireFair } from '#api/fairs/fairs/fairs.service.ts';
import { fairDailySales, fairSummary } from '#api/reports/reports/fair-summary.service.ts';
import { returnedTitles } from '#api/reports/reports/returned-titles.service.ts';
import { withProfit } from '#api/reports/reports/figures/settlement.rules.ts';
import { deviceStateRows, openBusinessRow } from './checks.queries.ts';
import { blockingReasons, finishWarnings } from './checks.rules.ts';
import { getDifference } from './difference.rules.ts';
import { findProfitAgreement } from './profit-rates.queries.ts';
import { getProfitRates } from './profit-rates.rules.ts';
import { summarizeReturns } from './returns.rules.ts';
import { toReviewedHash } from './reviewed.rules.ts';
import {
  closeOutRows,
  snapshotOrderRows,
  standingCountRows,
  type StoredCloseOut,
} from './versions.queries.ts';

/** A close-out may take longer to read than a list (trust.md, rule 7), in milliseconds. */
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * Returns the state of a fair's close-out from one snapshot. Refuses a fair that does not exist.
 */
export async function readCloseOut(db: Db, by: string, fairId: string): Promise<CloseOut> {
  const fair = await requireFair(db, fairId);
  return inSnapshot(db, STATEMENT_TIMEOUT_MS, (snapshot) => getCloseOut(snapshot, by, fair));
}

/** Like `readCloseOut`, within a transaction that has changed it. */
export async function getCloseOut(db: Db, by: string, fair: Fair): Promise<CloseOut> {
  const summary = await fairSummary(db, fair.id, by);
  const { settlement, cashControl, ...figures } = ofOneFair(summary);
  const lines = await returnedTitles(db, fair.id);
  const returns = summarizeReturns(lines);
  const facts = {
    fair: { ...fair, closeOutState: summary.fairs[0]?.closeOutState ?? 'open' },
    business: await openBusinessRow(db, fair.id),
    devices: await deviceStateRows(db, fair.id),
    returns,
    cashControl,
  };
  const stored = await closeOutRows(db, fair.id);
  const rates = getProfitRates(await findProfitAgreement(db, fair.id), settlement);
  const { profitCashPpm, profitAveDollarPpm } = rates;
  const warnings = finishWarnings(facts);
  const { orders, netCents, netTaxCents, totalCents, uncollectedCents, tenders } = figures;
  const [last, beforeLast] = stored;
  const { coordinatorName, coordinatorEmail } = await findParties(db, fair.id);
  return {
    fairId: fair.id,
    state: facts.fair.closeOutState,
    // Signed figures no longer change.
    reviewed:
      last && last.revertedAt === null
        ? last.sha256
        : toReviewedHash({
            fair,
            summary,
            lines,
            ...(await listsToSign(db, fair.id)),
            rates,
            warnings,
          }),
    range: summary.range,
    reasons: blockingReasons(facts),
    warnings,
    totals: { orders, netCents, netTaxCents, totalCents, uncollectedCents },
    tenders,
    cashControl,
    eveningCounts: await getEveningCounts(db, fair.id),
    settlements: {
      cash: withProfit(settlement, { profitOption: 'cash', profitRatePpm: profitCashPpm }),
      ave_dollar: withProfit(settlement, {
        profitOption: 'ave_dollar',
        profitRatePpm: profitAveDollarPpm,
      }),
    },
    returns,
    standing: last && last.revertedAt === null ? withoutLists(last.snapshot) : null,
    coordinator: { name: coordinatorName, email: coordinatorEmail },
    versions: stored.map(toVersion),
    difference: last && beforeLast ? getDifference(beforeLast.snapshot, last.snapshot) : null,
  };
}

/** Returns the lists stored in a snapshot beside the summary and the returned titles. */
export async function listsToSign(
  db: Db,
  fairId: string,
): Promise<Pick<CloseOutSnapshot, 'orders' | 'cashCounts'>> {
  return {
    orders: await snapshotOrderRows(db, fairId),
    cashCounts: await standingCountRows(db, fairId),
  };
}

/**
 * Returns the single fair of a summary with its settlement and cash control, which a summary
 * without a method filter always has.
 */
export function ofOneFair({ rows: [row] }: SalesSummaryReport) {
  if (!row?.settlement || !row.cashControl)
    throw new Error('The summary of a fair has no settlement.');
  return { ...row, settlement: row.settlement, cashControl: row.cashControl };
}

/**
 * Returns the total of the evening counts without the float, and the uncounted days with money.
 * Null if no day was counted.
 */
export async function getEveningCounts(db: Db, fairId: string): Promise<CloseOut['eveningCounts']> {
  const counts = await standingCountRows(db, fairId);
  if (counts.length === 0) return null;
  const sum = (name: 'checkCents' | 'checks') =>
    counts.reduce((total, row) => total + row[name], 0);
  const days = await fairDailySales(db, fairId);
  const floatLeft = (row: DailySalesRow) => (row.floatInCents ?? 0) - (row.floatOutCents ?? 0);
  const open = days.filter(
    (row) =>
      row.countedCashCents === null &&
      (row.expectedCashDepositCents !== 0 || row.expectedChecksCents !== 0 || floatLeft(row) !== 0),
  );
  // A day without a count may still have put a float into the drawers of the next day.
  const cashCents = days.reduce(
    (total, row) => total + (row.countedCashCents ?? -floatLeft(row)),
    0,
  );
  return {
    cashCents,
    checkCents: sum('checkCents'),
    checks: sum('checks'),
    daysCounted: counts.length,
    daysNotCounted: open.map((row) => row.date),
  };
}

function withoutLists({
  returnedTitles: _titles,
  orders: _orders,
  ...snapshot
}: CloseOutSnapshot): CloseOut['standing'] {
  return snapshot;
}

function toVersion({
  snapshot,
  sha256,
  revertedAt,
  revertedBy,
  revertReason,
}: StoredCloseOut): CloseOutVersion {
  const {
    number,
    finishedAt,
    finishedBy,
    secondPerson,
    overShortReason,
    profitOption,
    profitRatePpm,
    profitCents,
  } = snapshot;
  const { orders, netCents, netTaxCents, totalCents } = ofOneFair(snapshot.summary);
  return {
    number,
    finishedAt,
    finishedBy,
    secondPerson,
    overShortReason,
    profitOption,
    profitRatePpm,
    profitCents,
    sha256,
    totals: {
      orders,
      netCents,
      netTaxCents,
      totalCents,
      dueFromSchoolCents: getAmountDue(snapshot),
    },
    reverted:
      revertedAt === null
        ? null
        : { at: revertedAt, by: revertedBy ?? '', reason: revertReason ?? '' },
  };
}
