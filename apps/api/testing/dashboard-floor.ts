import type { Dashboard, DashboardBlock, DashboardQuery } from '@pos/contract/dashboard';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import {
  HUNGER,
  openFair,
  PENCIL,
  refundOfOrder,
  type SalesFloor,
  type TestRegister,
} from './sales-floor.ts';
import { startTestApp, type ApiClient, type TestApp } from './test-app.ts';

type GoodBlock<Name extends DashboardBlock> = Exclude<
  NonNullable<Dashboard[Name]>,
  { error: string }
>;

export type DashboardFloor = {
  test: TestApp;
  floor: SalesFloor;
  /** Another fair with one order. */
  elsewhere: SalesFloor;
  register: TestRegister;
  /** Reads the dashboard, as the owner by default. */
  ask(query?: Partial<DashboardQuery>, client?: ApiClient): Promise<Dashboard>;
  /** Reads one block, which must be without an error. */
  good<Name extends DashboardBlock>(
    name: Name,
    query?: Partial<DashboardQuery>,
  ): Promise<GoodBlock<Name>>;
};

/**
 * Starts an app with a fair of one sale the day before and four today: cash, card and check, one
 * under review, one partly refunded.
 */
export async function openDashboardFloor(): Promise<DashboardFloor> {
  const test = await startTestApp();
  const floor = await openFair(test);
  const register = await floor.logIn('REG-01');
  await sellForDashboard(floor, register);
  const elsewhere = await openFair(test);
  await (await elsewhere.logIn('REG-02')).book({ lines: [{ sku: PENCIL }] });
  const ask: DashboardFloor['ask'] = async (query = {}, client = test.owner) =>
    (await client.dashboard.read({ query })).data;
  return {
    test,
    floor,
    elsewhere,
    register,
    ask,
    good: async <Name extends DashboardBlock>(
      name: Name,
      query: Partial<DashboardQuery> = {},
    ): Promise<GoodBlock<Name>> => {
      const block = (await ask({ ...query, only: [name] }))[name];
      if (!block || 'error' in block) throw new Error(`The block ${name} is not there.`);
      return block as GoodBlock<Name>;
    },
  };
}

async function sellForDashboard(floor: SalesFloor, register: TestRegister): Promise<void> {
  await register.book({
    soldAt: `${addDays(today('America/Detroit'), -1)}T17:00:00.000Z`,
    lines: [{ sku: HUNGER, quantity: 2 }],
  });
  await register.addStudent('S-1', 2_000);
  await register.book({
    payments: [{ method: 1, cardLast4: '4242', cardBrand: 'Visa' }],
  });
  await register.book({
    lines: [{ sku: PENCIL, quantity: 3 }],
    payments: [{ method: 2, checkNumber: '17' }],
  });
  await register.book({
    customerType: 'student',
    studentNumber: 'S-1',
    lines: [{ sku: HUNGER, quantity: 4 }],
    payments: [{ method: 5 }],
  });
  const refunded = await register.book({ lines: [{ sku: HUNGER, quantity: 2 }] });
  await register.handInRefunds(
    refundOfOrder(refunded.sold, [{ lineNo: 1, quantity: 1, restock: true }]),
  );
}
