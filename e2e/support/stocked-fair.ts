import { openFair } from '@pos/world/fair';
import { HUNGER } from '@pos/world/sale';
import { openRegister } from './selling-fair.ts';
import { ownersDesk } from './staff.ts';

export const ARENA = HUNGER;

/**
 * Creates a live fair with three titles in a carton and a register. `line` reads the stock of a
 * title, `sell` sells some units of it.
 */
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
  const register = await openRegister(desk, fair);
  const sell = (sku: string, quantity: number, unitPriceCents: number) =>
    register.sell({ lines: [{ sku, quantity, unitPriceCents }] });
  return { desk, client, fair, line, sell };
}
