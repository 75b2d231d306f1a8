import type { NewCashCount } from '@pos/contract/close-out/cash-counts';
import type { CloseOut, CloseOutAction } from '@pos/contract/close-out/close-out';
import type { CloseOutSnapshot } from '@pos/contract/close-out/close-out-snapshot';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { sql } from 'kysely';
import { openFair, type SalesFloor } from './sales-floor.ts';
import type { TestApp } from '../app/test-app.ts';

/** Wish for an order that is paid by card. */
export const BY_CARD = {
  payments: [{ method: 1 as const, cardBrand: 'Visa', cardLast4: '4242' }],
};

/** Plans a fair with stock on its last day, which may be closed out. */
export function fairOnLastDay(test: TestApp): Promise<SalesFloor> {
  const day = today('America/Detroit');
  return openFair(test, { startDate: addDays(day, -3), endDate: day });
}

/** Returns a maker of fairs on their last day, each with a register. */
export function lastDays(test: TestApp) {
  let registers = 0;
  return async () => {
    const floor = await fairOnLastDay(test);
    return { floor, register: await floor.logIn(`REG-${++registers}`) };
  };
}

/** Returns the codes of reasons or warnings. */
export const toCodes = (found: readonly { code: string }[] = []) => found.map(({ code }) => code);

/**
 * Reads the close-out and finishes the fair for cash with all warnings confirmed, unless `wish`
 * differs.
 */
export async function finish(
  floor: SalesFloor,
  wish: Partial<CloseOutAction> = {},
): Promise<CloseOut> {
  const { test, fair } = floor;
  const reviewed = wish.reviewed ?? (await readCloseOut(floor)).reviewed;
  return await test.ask.closeOut.finishOrRevert({
    body: {
      fairId: fair.id,
      action: 'finish',
      profitOption: 'cash',
      reviewed,
      confirm: true,
      ...wish,
    },
  });
}

export async function revert(
  { test, fair }: SalesFloor,
  reason = 'A register turned up',
): Promise<CloseOut> {
  return await test.ask.closeOut.finishOrRevert({
    body: { fairId: fair.id, action: 'revert', reason, confirm: true },
  });
}

export async function readCloseOut({ test, fair }: SalesFloor): Promise<CloseOut> {
  return await test.ask.closeOut.getById({ params: { id: fair.id } });
}

/** Counts the money of the fair's last day, or another, by two people. */
export function countCash(
  { test, fair }: SalesFloor,
  counted: Pick<NewCashCount, 'cashCents' | 'checkCents' | 'checks'> & Partial<NewCashCount>,
) {
  const people = { countedBy: 'First Person', secondPerson: 'Second Person' };
  const body = { fairId: fair.id, businessDay: fair.endDate, ...people, ...counted };
  return test.ask.closeOut.addCashCount({ body });
}

/** Returns the snapshot of the close-out in effect, and its text. */
export async function readSnapshot({ test, fair }: SalesFloor) {
  const { rows } = await sql<{
    text: string;
  }>`select snapshot::text as text from standing_close_outs where fair_id = ${fair.id}`.execute(
    test.db,
  );
  const { text } = rows[0]!;
  return { text, snapshot: JSON.parse(text) as CloseOutSnapshot };
}

/** Returns the AveDollar entries of the fair's school, oldest first. */
export function aveDollarLedger({ test, fair }: SalesFloor) {
  return test.db
    .selectFrom('aveDollarEntries')
    .select(['type', 'amountCents', 'balanceAfterCents'])
    .where('schoolId', '=', fair.schoolId)
    .orderBy('seq')
    .execute();
}

/** Saves the return count of a title. */
export async function countReturn(
  floor: SalesFloor,
  sku: string,
  countedQty: number,
  damagedQty = 0,
): Promise<void> {
  const line = await floor.line(sku);
  await floor.test.owner.inventory.update({
    params: { id: line.id },
    body: { operation: 'count_return', countedQty, damagedQty },
  });
}
