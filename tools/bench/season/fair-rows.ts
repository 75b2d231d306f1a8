import { createHash } from 'node:crypto';
import { addDays } from '@pos/contract/values/days';
import type { Cell } from './copy.ts';
import type { SeasonGenerator } from './generator.ts';
import type { SeasonFair, SeasonTitle, SoldOut } from './season-fair.ts';

/** Rows of fairs with their stock and close-outs. */

export const SENT = 20;

type Ending = { endDate: string; ownerId: string; adminId: string };

/** Adds a fair with its stock; at a closed-out fair everything left was counted and returned. */
export function addFair(
  generator: SeasonGenerator,
  fair: SeasonFair,
  ending: Ending,
  outcome: SoldOut,
): void {
  const { tables, keys } = generator;
  const { id, school, device, taxRatePpm, orders } = fair;
  const closeOutId = fair.isClosedOut ? keys.next(9) : null;
  tables
    .of('fairs')
    .add(
      id,
      fair.identifier,
      school.id,
      `Book fair at ${school.name}`,
      'Library',
      fair.startDate,
      ending.endDate,
      school.timeZone,
      taxRatePpm,
      ending.adminId,
      3,
      closeOutId ? 'finished' : 'open',
      orders,
      outcome.netCents,
      1,
    );
  tables.of('fair_tax_rates').add(id, taxRatePpm);
  tables.of('fair_device_counters').add(id, device.id, 'A', orders);
  if (closeOutId) tables.of('close_outs').add(...closeOutCells(closeOutId, fair, ending, outcome));
  for (const title of fair.titles)
    addFairLine(generator, id, title, {
      sold: outcome.soldByTitle.get(title.id) ?? 0,
      closeOutId,
    });
}

/** Adds a title of a fair with its price and movements; `closeOutId` is null while it is open. */
function addFairLine(
  { tables, keys }: SeasonGenerator,
  fairId: string,
  { id: titleId, priceCents }: SeasonTitle,
  { sold, closeOutId }: { sold: number; closeOutId: string | null },
): void {
  const left = SENT - sold;
  tables
    .of('fair_lines')
    .add(
      keys.next(6),
      fairId,
      titleId,
      priceCents,
      SENT,
      sold,
      closeOutId ? left : null,
      closeOutId ? left : 0,
    );
  tables.of('fair_line_prices').add(fairId, titleId, priceCents);
  const toFair = ['warehouse', null, 'fair', fairId, 'sent', 'upload', null] as const;
  tables.of('stock_movements').add(keys.next(7), titleId, SENT, ...toFair, 'Season');
  if (!closeOutId || left <= 0) return;
  const back = ['fair', fairId, 'warehouse', null, 'returned', 'close_out', closeOutId] as const;
  tables.of('stock_movements').add(keys.next(7), titleId, left, ...back, 'Season');
}

/**
 * Returns a close-out with the part of its snapshot that invariants compare: number and sum of
 * orders.
 */
function closeOutCells(
  id: string,
  fair: SeasonFair,
  { endDate, ownerId }: Ending,
  { netCents, orders }: SoldOut,
): Cell[] {
  const snapshot = JSON.stringify({ number: 1, summary: { totals: { netCents } }, orders });
  const sha256 = createHash('sha256').update(snapshot).digest('hex');
  return [
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
  ];
}
