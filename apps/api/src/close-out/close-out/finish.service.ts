import { createHash } from 'node:crypto';
import type { CloseOut, CloseOutAction } from '@pos/contract/close-out/close-out';
import type { CloseOutSnapshot } from '@pos/contract/close-out/close-out-snapshot';
import type { Fair } from '@pos/contract/fairs/fairs';
import type { CashControl, Settlement } from '@pos/contract/reports/sales-summary/settlement';
import { dayIn } from '@pos/contract/values/clock';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { refuseStudentNames } from '#api/staff/activity/student-names.service.ts';
import { requireFair } from '#api/fairs/fairs/fairs.service.ts';
import { fairSummary } from '#api/reports/reports/fair-summary.service.ts';
import { returnedTitles, type ReturnLine } from '#api/reports/reports/returned-titles.service.ts';
import { getProfitCents } from '#api/reports/reports/figures/settlement.rules.ts';
import { returnMovements } from '#api/stock/stock/returns.rules.ts';
import { recordMovements } from '#api/stock/stock/stock.service.ts';
import { creditAveDollars } from '#api/sales/payments/wallets/ave-dollars.service.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { deviceStateRows, openBusinessRow } from './checks.queries.ts';
import { blockingReasons, finishWarnings } from './checks.rules.ts';
import { findProfitAgreement } from './profit-rates.queries.ts';
import { getProfitRates } from './profit-rates.rules.ts';
import { getCloseOut, listsToSign, ofOneFair } from './close-out.service.ts';
import { findParties } from './statement/statement.queries.ts';
import { toTerms } from './statement/statement-values.ts';
import { lockFairRow, momentOfLock } from './locks.queries.ts';
import { summarizeReturns } from './returns.rules.ts';
import { toReviewedHash, type FiguresToSign } from './reviewed.rules.ts';
import { insertCloseOutRow, nextNumber, setCloseOutState } from './versions.queries.ts';

/**
 * Closes out a fair (domain 4.4). Refuses with all blocking reasons, asks once for confirmation of
 * all warnings, and then, under the fair's lock, credits the AveDollars, takes the counted titles
 * off the fair and stores the snapshot. Returns the new close-out.
 */
export async function finishCloseOut(
  tx: Tx,
  actor: Actor,
  input: CloseOutAction,
): Promise<CloseOut> {
  const fair = await lockForCloseOut(tx, input.fairId);
  const finishedAt = await momentOfLock(tx);
  const { secondPerson, overShortReason, profitOption, adjustment } = toChoices(input, actor);
  await refuseStudentNames(
    tx,
    { entity: 'fair', entityId: fair.id },
    { overShortReason, adjustmentReason: adjustment?.reason },
  );
  const lines = await returnedTitles(tx, fair.id);
  const lists = await listsToSign(tx, fair.id);
  const { counted, settlement, rates } = await judge(tx, actor, fair, { lines, ...lists }, input);

  const profitRatePpm = profitOption === 'cash' ? rates.profitCashPpm : rates.profitAveDollarPpm;
  const profitCents = getProfitCents(settlement.eligibleNetCents, profitRatePpm);
  const id = uuidv7();
  const number = await nextNumber(tx, fair.id);
  if (profitOption === 'ave_dollar' && profitCents > 0)
    await creditShare(tx, actor, fair, { number, profitCents, finishedAt });
  await recordMovements(
    tx,
    lines.flatMap((line) => bookedReturn(line, fair.id, id)),
    actor,
  );

  const closedOut = {
    number,
    profitOption,
    profitRatePpm,
    countedCashCents: counted.cashCents,
    countedCheckCents: counted.checkCents,
    countedChecks: counted.checks,
  };
  const snapshot: CloseOutSnapshot = {
    number,
    fair: toHead(fair),
    finishedAt,
    finishedBy: actor.name,
    secondPerson,
    overShortReason,
    profitOption,
    profitRatePpm,
    profitCents,
    terms: toTerms(await findParties(tx, fair.id), dayIn(finishedAt, fair.timeZone)),
    ...(adjustment && { adjustment }),
    counted,
    ...lists,
    returns: summarizeReturns(lines),
    returnedTitles: lines.map(({ titleId: _, ...title }) => title),
    summary: await fairSummary(tx, fair.id, actor.name, closedOut),
  };
  await storeCloseOut(tx, actor, id, snapshot);
  return getCloseOut(tx, actor.name, fair);
}

/** Credits the school's share as AveDollars, once for each version. */
async function creditShare(
  tx: Tx,
  actor: Actor,
  fair: Fair,
  { number, profitCents, finishedAt }: { number: number; profitCents: number; finishedAt: string },
): Promise<void> {
  const move = {
    schoolId: fair.schoolId,
    type: 'earn',
    amountCents: profitCents,
    fairId: fair.id,
    idempotencyKey: `close-out:${fair.id}:v${number}:earn`,
    businessDay: dayIn(finishedAt, fair.timeZone),
  } as const;
  await creditAveDollars(tx, move, actor);
}

/** Stores a snapshot with its hash, freezes the fair and records the close-out. */
async function storeCloseOut(
  tx: Tx,
  actor: Actor,
  id: string,
  snapshot: CloseOutSnapshot,
): Promise<void> {
  const { number, fair, profitOption, profitRatePpm, profitCents, counted, finishedAt } = snapshot;
  const text = JSON.stringify(snapshot);
  await insertCloseOutRow(tx, {
    id,
    fairId: fair.id,
    number,
    profitOption,
    profitRatePpm,
    countedCashCents: counted.cashCents,
    countedCheckCents: counted.checkCents,
    profitCents,
    snapshot: text,
    snapshotSha256: createHash('sha256').update(text).digest(),
    finishedAt,
    finishedBy: actor.type === 'admin' ? actor.id : null,
    finishedByName: actor.name,
  });
  await setCloseOutState(tx, fair.id, 'finished');
  await recordActivity(tx, actor, {
    action: 'fair.close_out_finished',
    entity: 'fair',
    entityId: fair.id,
    changes: {
      closeOut: { from: 'open', to: `finished, v${number}` },
      profitOption: { from: null, to: profitOption },
    },
  });
}

/**
 * Locks a fair, so that no sale, refund, scan or adjustment of it is running (trust.md rule 7).
 * Refuses one that does not exist.
 */
export async function lockForCloseOut(tx: Tx, fairId: string): Promise<Fair> {
  if (!(await lockFairRow(tx, fairId))) throw missing('fair');
  return requireFair(tx, fairId);
}

function toChoices(
  {
    profitOption,
    secondPerson,
    overShortReason,
    adjustmentCents,
    adjustmentReason,
  }: CloseOutAction,
  actor: Actor,
): Pick<CloseOutSnapshot, 'profitOption' | 'secondPerson' | 'overShortReason' | 'adjustment'> {
  if (!profitOption) throw invalid({ profitOption: 'Choose cash or AveDollars.' });
  if (adjustmentCents && !adjustmentReason)
    throw invalid({ adjustmentReason: 'Enter a reason for the fee or credit.' });
  if (secondPerson && secondPerson.toLowerCase() === actor.name.toLowerCase())
    throw invalid({ secondPerson: 'The second person must be someone else.' });
  return {
    profitOption,
    secondPerson: secondPerson || null,
    overShortReason: overShortReason || null,
    ...(adjustmentCents && {
      adjustment: { amountCents: adjustmentCents, reason: adjustmentReason ?? '' },
    }),
  };
}

type Lists = Pick<FiguresToSign, 'lines' | 'orders' | 'cashCounts'>;
type Judged = {
  counted: CloseOutSnapshot['counted'];
  settlement: Settlement;
  rates: FiguresToSign['rates'];
};

/**
 * Refuses a blocked close-out, figures that changed since they were reviewed, and unconfirmed
 * warnings. Returns the counted money, as sent or else from the evening counts, and the settlement
 * with the rates of its profit.
 */
async function judge(
  tx: Tx,
  actor: Actor,
  fair: Fair,
  lists: Lists,
  input: CloseOutAction,
): Promise<Judged> {
  const summary = await fairSummary(tx, fair.id, actor.name);
  const { cashControl: evenings, settlement } = ofOneFair(summary);
  const rates = getProfitRates(await findProfitAgreement(tx, fair.id), settlement);
  const counted = {
    cashCents: input.countedCashCents ?? evenings.countedCashCents,
    checkCents: input.countedCheckCents ?? evenings.countedChecksCents,
    checks: input.countedChecks ?? evenings.countedCheckCount,
  };
  const cashControl = withCounted(evenings, counted);
  const facts = {
    fair,
    business: await openBusinessRow(tx, fair.id),
    devices: await deviceStateRows(tx, fair.id),
    returns: summarizeReturns(lists.lines),
    cashControl,
  };
  const reasons = blockingReasons(facts);
  const warnings = finishWarnings(facts);
  if (reasons.length > 0)
    throw new Failure('CLOSE_OUT_BLOCKED', 'This fair cannot be closed out yet.', {
      reasons,
      warnings,
    });
  const read = finishWarnings({ ...facts, cashControl: evenings });
  const reviewed = toReviewedHash({
    fair,
    summary,
    ...lists,
    rates,
    warnings: read,
  });
  if (input.reviewed !== reviewed)
    throw new Failure(
      'FIGURES_MOVED',
      'The figures of this fair changed after you reviewed them. Review them again, then finish.',
    );
  if (warnings.length > 0 && input.confirm !== true)
    throw new Failure('CONFIRMATION_NEEDED', 'Confirm these points to continue.', { warnings });
  return { counted, settlement, rates };
}

/** Returns cash control with these counts in place of the evening counts. */
function withCounted(
  evenings: CashControl,
  { cashCents, checkCents, checks }: CloseOutSnapshot['counted'],
): CashControl {
  const { expectedCashCents, expectedChecksCents, expectedCheckCount } = evenings;
  const less = (counted: number | null, expected: number | null) =>
    counted === null || expected === null ? null : counted - expected;
  return {
    ...evenings,
    countedCashCents: cashCents,
    cashVarianceCents: less(cashCents, expectedCashCents),
    countedChecksCents: checkCents,
    checkVarianceCents: less(checkCents, expectedChecksCents),
    countedCheckCount: checks,
    checkCountVariance: less(checks, expectedCheckCount),
  };
}

/** A title that was not counted stays in transit and can be counted later. */
function bookedReturn(
  { titleId, expectedReturn, counted, damaged }: ReturnLine,
  fairId: string,
  closeOutId: string,
) {
  return counted === null
    ? []
    : returnMovements(
        { fairId, titleId, expectedReturn, countedQty: counted, damagedQty: damaged },
        'close_out',
        closeOutId,
      );
}

function toHead({
  id,
  identifier,
  name,
  schoolIdentifier,
  schoolName,
  startDate,
  endDate,
  timeZone,
}: Fair): CloseOutSnapshot['fair'] {
  return { id, identifier, name, schoolIdentifier, schoolName, startDate, endDate, timeZone };
}
