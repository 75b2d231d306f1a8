import { randomUUID } from 'node:crypto';
import type { Office } from '@pos/tools/office/session.ts';
import { pairedRegister } from './paired-register.ts';
import { hire, type Hired } from './staff.ts';
import { openFair } from '@pos/world/fair';
import { HUNGER, order, type Wish } from '@pos/world/sale';

const ARENA = { sku: HUNGER, title: 'The Arena', category: 'Teen', priceCents: 899, quantity: 20 };

let fairs = 0;
let cashier: Promise<Hired> | undefined;

/**
 * Creates a school with a live fair, 20 copies of one title and a register: `sell` sends an order
 * and returns its number, if it has one. Runs from yesterday for five days, unless `startDate` and
 * `endDate` are given.
 */
export async function sellingFair(
  desk: Office,
  {
    name = `SELLS${++fairs}`,
    adminId,
    ...days
  }: { name?: string; adminId?: string; startDate?: string; endDate?: string } = {},
) {
  const { client } = desk;
  const identifier = `${name}${randomUUID().slice(0, 4).toUpperCase()}`;
  const school = {
    coordinatorName: 'Pat Lee',
    coordinatorEmail: `${identifier.toLowerCase()}@example.com`,
  };
  const admin = adminId === undefined ? {} : { adminId };
  const fair = await openFair(client, identifier, { school, ...days, ...admin }, [ARENA]);
  return { fair, ...(await openRegister(desk, fair)) };
}

/** Pairs a register with the fair; all registers have the same cashier. */
export async function openRegister(
  desk: Office,
  fair: { identifier: string; salesTaxRatePpm: number },
) {
  cashier ??= hire(desk, []);
  const deviceId = `R-${fair.identifier}`;
  const { pos } = await pairedRegister(desk, {
    deviceId,
    name: 'Till',
    adminId: (await cashier).id,
    fairIdentifier: fair.identifier,
  });
  let sequence = 0;
  const sell = async (wish: Wish = {}) => {
    const sold = order(fair.salesTaxRatePpm, { sequence: ++sequence, ...wish });
    const { data } = await pos.orders({ body: { orders: [sold] } });
    return { order: sold, orderNumber: data.results[0]?.orderNumber ?? '' };
  };
  return { deviceId, pos, sell };
}
