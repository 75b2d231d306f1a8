import type { CloseOut, CloseOutAction } from '@pos/contract/close-out';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { openFair, type SalesFloor } from './sales-floor.ts';
import type { TestApp } from './test-app.ts';

/** Plans a fair with stock on its last day, which may be closed out. */
export function fairOnLastDay(test: TestApp): Promise<SalesFloor> {
  const day = today('America/Detroit');
  return openFair(test, { startDate: addDays(day, -3), endDate: day });
}

/**
 * Reads the close-out and finishes the fair for cash with all warnings confirmed, unless `wish`
 * differs.
 */
export async function finish(
  floor: SalesFloor,
  wish: Partial<CloseOutAction> = {},
): Promise<CloseOut> {
  const { test, fair } = floor;
  const { reviewed } = await readCloseOut(floor);
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
