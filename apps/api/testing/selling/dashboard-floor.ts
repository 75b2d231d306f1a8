import type { Dashboard, DashboardBlock, DashboardQuery } from '@pos/contract/reports/dashboard';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { HUNGER, openFair, PENCIL } from './sales-floor.ts';
import { startTestApp, type ApiClient } from '../app/test-app.ts';

type GoodBlock<Name extends DashboardBlock> = Exclude<
  NonNullable<Dashboard[Name]>,
  { error: string }
>;

/**
 * Starts an app with a fair of one sale the day before and four today: cash, card and check, one
 * under review, one partly refunded.
 */
export async function openDashboardFloor() {
  const test = await startTestApp();
  const floor = await openFair(test);
  const register = await floor.logIn('REG-01');
  await register.book({
    soldAt: `${addDays(today('America/Detroit'), -1)}T17:00:00.000Z`,
    lines: [{ sku: HUNGER, quantity: 2 }],
  });
  await register.addStudent('S-1', 2_000);
  await register.book({ payments: [{ method: 1, cardLast4: '4242', cardBrand: 'Visa' }] });
  await register.book({
    lines: [{ sku: PENCIL, quantity: 3 }],
    payments: [{ method: 2, checkNumber: '17' }],
  });
  await register.bookByWallet('S-1', { lines: [{ sku: HUNGER, quantity: 4 }] });
  await register.refund(await register.book({ lines: [{ sku: HUNGER, quantity: 2 }] }));
  /** Another fair with one order. */
  const elsewhere = await openFair(test);
  await (await elsewhere.logIn('REG-02')).book({ lines: [{ sku: PENCIL }] });
  /** Reads the dashboard, as the owner by default. */
  const ask = async (query: Partial<DashboardQuery> = {}, client: ApiClient = test.owner) =>
    (await client.dashboard.read({ query })).data;
  /** Reads one block, which must be without an error. */
  const good = async <Name extends DashboardBlock>(
    name: Name,
    query: Partial<DashboardQuery> = {},
  ) => {
    const block = (await ask({ ...query, only: [name] }))[name];
    if (!block || 'error' in block) throw new Error(`The block ${name} is not there.`);
    return block as GoodBlock<Name>;
  };
  return { test, floor, elsewhere, register, ask, good };
}
