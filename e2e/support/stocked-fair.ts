import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { PaymentMethod } from '@pos/contract/payment-methods';
import { openFair } from '@pos/world/fair';
import { HUNGER, order } from '@pos/world/sale';
import { pairedRegister } from './paired-register.ts';
import { hire, ownersDesk } from './staff.ts';

export const ARENA = HUNGER;

/** Creates a live fair with three titles in a carton. */
export async function stockedFair(identifier: string) {
  const desk = await ownersDesk();
  const { client } = desk;
  const fair = await openFair(client, identifier, { address: '3 Elm St', salesTaxRate: 6 }, [
    { sku: ARENA, title: 'The Arena', priceCents: 899, quantity: 14 },
    { sku: `${identifier}-PEN`, title: `Pen of ${identifier}`, priceCents: 125, quantity: 9 },
    { sku: `${identifier}-MAP`, title: `Map of ${identifier}`, priceCents: 450, quantity: 6 },
  ]);
  const line = async (sku: string) =>
    (
      await client.inventory.fairInventory({ query: { fairId: fair.id, limit: 50 } })
    ).data.results.find((each) => each.sku === sku)!;
  return { desk, client, fair, line };
}

/** Sells units of one title at a register of the fair. */
export async function sell(
  { desk, fair }: Awaited<ReturnType<typeof stockedFair>>,
  sku: string,
  quantity: number,
  unitPriceCents: number,
): Promise<void> {
  const deviceId = `REG-${randomUUID().slice(0, 8)}`;
  const { id: adminId } = await hire(desk, []);
  const { pos } = await pairedRegister(desk, {
    deviceId,
    name: 'Stock tablet',
    adminId,
    fairIdentifier: fair.identifier,
  });
  const sold = order(fair.salesTaxRatePpm, {
    sequence: 1,
    lines: [{ sku, quantity, unitPriceCents }],
    payments: [{ method: PaymentMethod.creditCard }],
  });
  const { data: answer } = await pos.orders({ body: { orders: [sold] } });
  expect(answer.results).toMatchObject([{ result: 'accepted' }]);
}
