import { v7 as uuidv7 } from 'uuid';
import {
  COUNT_REASONS,
  SECOND_COUNT_PERCENT,
  SECOND_COUNT_UNITS,
  type CountReason,
} from '@pos/contract/stock/warehouse/count-reasons';
import type { CountDetails } from '@pos/contract/stock/warehouse/counts';
import type { CountBooking } from '@pos/contract/stock/warehouse/count-booking';
import { pluralize } from '@pos/contract/values/counts';
import { insertRows } from '#api/db/insert-rows.ts';
import type { Tx } from '#api/db/db.ts';
import { recordActivities } from '#api/staff/activity/activity.service.ts';
import { recordMovements, type Movement } from '#api/stock/stock/stock.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { Failure, invalid } from '#api/http/failure.ts';
import { closeDocument } from '../documents/documents.service.ts';
import {
  countLines,
  lockDifferences,
  updateCountRow,
  type DifferingLine,
} from './counts.queries.ts';
import { lockCount, readCount } from './counts.service.ts';

type Difference = DifferingLine & { reason: CountReason; note: string };

/**
 * Books the differences of a finished count, once and all or none (domain 13.3): each moves between
 * the warehouse and `lost`. A difference is the one of the moment when its title was counted, so
 * what moved since stays as it is.
 */
export async function bookCount(
  tx: Tx,
  actor: Actor,
  id: string,
  booking: CountBooking,
): Promise<CountDetails> {
  const { number } = await lockCount(tx, id, ['counted'], { version: booking.version, actor });
  const { again } = await countLines(tx, id);
  if (again > 0)
    throw new Failure(
      'INVALID_TRANSITION',
      `${pluralize(again, 'title', 'titles')} must be counted again: more than ${SECOND_COUNT_UNITS} units or ${SECOND_COUNT_PERCENT}% differ, or the stock moved during the count.`,
    );
  const lines = await lockDifferences(tx, id);
  refuseBelowZero(lines);
  const differences = giveReasons(lines, booking);
  await insertRows(
    tx,
    'countDifferences',
    differences.map(({ title: _, warehouseQty: __, ...line }) => ({
      ...line,
      id: uuidv7(),
      documentId: id,
    })),
  );
  await recordMovements(
    tx,
    differences.map((line) => toMovement(line, id)),
    actor,
  );
  await closeDocument(tx, { kind: 'count', id, state: 'booked' }, actor, summarize(differences));
  await updateCountRow(tx, id);
  await recordActivities(tx, actor, {
    action: 'title.counted',
    entity: 'title',
    changed: differences.map((line) => ({
      entityId: line.titleId,
      changes: {
        count: { from: null, to: number },
        units: { from: line.onRecordQty, to: line.countedQty },
        reason: { from: null, to: COUNT_REASONS[line.reason] },
      },
    })),
  });
  return readCount(tx, actor, id);
}

const toMovement = ({ titleId, difference }: Difference, countId: string): Movement => ({
  titleId,
  qty: Math.abs(difference),
  from: difference < 0 ? 'warehouse' : 'lost',
  to: difference < 0 ? 'lost' : 'warehouse',
  reason: 'counted',
  refType: 'count',
  refId: countId,
});

/** Titles that a refusal names. */
const NAMED = 3;

/**
 * Refuses a shortage of more units than the warehouse has by now: more left it since the count than
 * were counted, so one of the two is wrong.
 */
function refuseBelowZero(lines: readonly DifferingLine[]): void {
  const wrong = lines.filter(
    ({ difference, warehouseQty }) => difference < 0 && warehouseQty + difference < 0,
  );
  if (wrong.length === 0) return;
  const named = wrong.slice(0, NAMED).map(({ title }) => title);
  const more = wrong.length > NAMED ? ` and ${wrong.length - NAMED} more` : '';
  throw new Failure(
    'STOCK_INSUFFICIENT',
    `More units left the warehouse since the count than were counted. Count again: ${named.join(', ')}${more}.`,
    {
      reasons: wrong.map(({ title, countedQty, onRecordQty, warehouseQty }) => ({
        code: 'more_left',
        text: `${title}: ${countedQty} counted, ${onRecordQty - warehouseQty} left since.`,
      })),
    },
  );
}

/** Gives each difference its reason: of its chosen group, or else of its side. */
function giveReasons(lines: readonly DifferingLine[], booking: CountBooking): Difference[] {
  const { chosen = [] } = booking;
  const groups = new Map(
    chosen.flatMap((group) => group.titleIds.map((titleId) => [titleId, group] as const)),
  );
  const missing: Record<string, string> = {};
  const differences = lines.flatMap((line): Difference[] => {
    const side = line.difference < 0 ? 'few' : 'many';
    const why = groups.get(line.titleId)?.[side] ?? booking[side];
    if (!why) missing[side] = 'Choose a reason.';
    return why ? [{ ...line, reason: why.reason, note: why.note ?? '' }] : [];
  });
  if (Object.keys(missing).length > 0) throw invalid(missing);
  return differences;
}

/** Facts of a booking for the activity of the count. Notes are one text. */
function summarize(differences: readonly Difference[]) {
  const sum = (sign: 1 | -1) => {
    const side = differences.filter(({ difference }) => Math.sign(difference) === sign);
    return {
      titles: side.length,
      units: side.reduce((units, { difference }) => units + difference, 0),
      cents: side.reduce((cents, line) => cents + line.difference * line.priceCents, 0),
    };
  };
  const [few, many] = [sum(-1), sum(1)];
  const notes = [...new Set(differences.flatMap(({ note }) => note || []))].join('\n');
  return {
    titlesWithTooFew: { from: null, to: few.titles },
    titlesWithTooMany: { from: null, to: many.titles },
    units: { from: null, to: few.units + many.units },
    valueCents: { from: null, to: few.cents + many.cents },
    ...(notes !== '' && { note: { from: null, to: notes } }),
  };
}
