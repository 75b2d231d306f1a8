import type { OrderResult } from '@pos/contract/sales/register-orders';
import type { RefundBatchAnswer } from '@pos/contract/sales/register-refunds';
import type { DrawerResult } from '@pos/contract/sales/drawers/drawers';
import { takeInDrawerEntries } from '#api/sales/drawers/drawers.service.ts';
import { inTransaction, type Db } from '#api/db/db.ts';
import type { Actor, SignedInAdmin, SignedInRegister } from '#api/http/access/identity.ts';
import { invalid, missing } from '#api/http/failure.ts';
import { takeInOrders } from '#api/sales/register-orders/intake.service.ts';
import { takeInRefunds } from '#api/sales/refunds/refunds.service.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { findDevice, findFair, findStoredIds } from './saved-sales.queries.ts';

type Named = { deviceId: string; fairIdentifier: string };
type SavedItems = {
  orders: unknown[];
  refunds?: unknown[] | undefined;
  drawerEntries?: unknown[] | undefined;
};

async function requirePlace(db: Db, { deviceId, fairIdentifier }: Named) {
  const device = await findDevice(db, deviceId);
  if (!device) throw missing('device');
  const fair = await findFair(db, fairIdentifier);
  if (!fair) throw invalid({ fairIdentifier: `There is no fair ${fairIdentifier}.` });
  return { device, fair };
}

/** Returns which of a device's saved sales the server has, and the fair that they are of. */
export async function checkSavedSales(db: Db, named: Named, clientOrderIds: readonly string[]) {
  const { fair } = await requirePlace(db, named);
  const { name, startDate, isFinished } = fair;
  const known = await findStoredIds(
    db,
    clientOrderIds.map((id) => id.toLowerCase()),
  );
  return { fairName: name, startDate, isFinished, known };
}

/**
 * Takes in sales and refunds that a register saved to a file, as if it had sent them (docs/registers.md,
 * "Sales as a file"). The goods are gone, so all count as offline. Who sold is named by each order,
 * else it is the person who takes them in, who approves nothing by that.
 */
export async function takeInSavedSales(
  db: Db,
  { admin, actor }: { admin: SignedInAdmin; actor: Actor },
  named: Named,
  { orders, refunds = [], drawerEntries = [] }: SavedItems,
): Promise<{
  results: OrderResult[];
  refundResults: RefundBatchAnswer['results'];
  drawerResults: DrawerResult[];
}> {
  const { device, fair } = await requirePlace(db, named);
  const register: SignedInRegister = {
    kind: 'device',
    ...device,
    fairId: fair.id,
    cashierId: admin.id,
    fairCashierId: null,
    cashierName: `Taken in by ${admin.name}`,
    mode: 'deliver',
    isAllowed: false,
  };
  const offline = orders.map((order) =>
    typeof order === 'object' && order !== null ? { ...order, mode: 'offline' } : order,
  );
  const { results } =
    offline.length === 0
      ? { results: [] }
      : await takeInOrders(db, { register, actor }, { orders: offline });
  const refundResults = await takeInRefunds(db, { register, actor }, { refunds });
  const drawerResults = await takeInDrawerEntries(db, register, actor, drawerEntries);
  const tally = Object.groupBy(results, ({ result }) => result);
  await inTransaction(db, (tx) =>
    recordActivity(tx, actor, {
      action: 'device.sales_taken_in',
      entity: 'device',
      entityId: device.id,
      changes: Object.fromEntries(
        Object.entries(tally).map(([result, { length }]) => [result, { from: null, to: length }]),
      ),
    }),
  );
  return { results, refundResults, drawerResults };
}
