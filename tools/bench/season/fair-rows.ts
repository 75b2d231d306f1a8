import { createHash } from 'node:crypto';
import { addDays } from '@pos/api/time/days.ts';
import type { SeasonFair, SoldOut } from './season-fair.ts';
import { type RepeatableUuids } from './repeatable-uuids.ts';
import { type SeasonTables } from './tables.ts';

/** Rows of fairs with their stock and close-outs. */

export const SENT = 20;

type Ending = { endDate: string; ownerId: string; adminId: string; isFinished: boolean };

/** Adds a fair with its stock; at a finished fair everything left was counted and returned. */
export function addFair(
  fair: SeasonFair,
  { endDate, ownerId, adminId, isFinished }: Ending,
  outcome: SoldOut,
  tables: SeasonTables,
  keys: RepeatableUuids,
): void {
  const { id, identifier, school, device, startDate, taxRatePpm, orders } = fair;
  const closeOutId = isFinished ? keys.next(9) : null;
  tables
    .of('fairs')
    .add(
      id,
      identifier,
      school.id,
      `Book fair at ${school.name}`,
      'Library',
      startDate,
      endDate,
      school.timeZone,
      taxRatePpm,
      adminId,
      3,
      isFinished ? 'finished' : 'open',
      orders,
      outcome.netCents,
      1,
    );
  tables.of('fair_tax_rates').add(id, taxRatePpm);
  tables.of('fair_device_counters').add(id, device.id, 'A', orders);
  if (closeOutId) addCloseOut(closeOutId, fair, { endDate, ownerId }, outcome, tables);
  for (const title of fair.titles) {
    const sold = outcome.soldByTitle.get(title.id) ?? 0;
    tables
      .of('fair_lines')
      .add(
        keys.next(6),
        id,
        title.id,
        title.priceCents,
        SENT,
        sold,
        closeOutId ? SENT - sold : null,
        closeOutId ? SENT - sold : 0,
      );
    tables.of('fair_line_prices').add(id, title.id, title.priceCents);
    tables
      .of('stock_movements')
      .add(
        keys.next(7),
        title.id,
        SENT,
        'warehouse',
        null,
        'fair',
        id,
        'sent',
        'upload',
        null,
        'Season',
      );
    if (closeOutId && sold < SENT)
      tables
        .of('stock_movements')
        .add(
          keys.next(7),
          title.id,
          SENT - sold,
          'fair',
          id,
          'warehouse',
          null,
          'returned',
          'close_out',
          closeOutId,
          'Season',
        );
  }
}

/**
 * Adds a close-out with the part of its snapshot that invariants compare: number and sum of orders.
 */
function addCloseOut(
  id: string,
  fair: SeasonFair,
  { endDate, ownerId }: Pick<Ending, 'endDate' | 'ownerId'>,
  { netCents, orders }: SoldOut,
  tables: SeasonTables,
): void {
  const snapshot = JSON.stringify({ number: 1, summary: { totals: { netCents } }, orders });
  const sha256 = createHash('sha256').update(snapshot).digest('hex');
  tables
    .of('close_outs')
    .add(
      id,
      fair.id,
      1,
      'cash',
      250_000,
      Math.round(Math.max(netCents, 0) / 4),
      snapshot,
      `\\\\x${sha256}`,
      `${addDays(endDate, 1)}T20:00:00Z`,
      ownerId,
      'Season',
    );
}
