import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { formatDay } from '@pos/contract/values/days';
import { dayIn } from '@pos/contract/values/clock';
import { MODULES } from '@pos/contract/permissions';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/rights/personas.ts';
import {
  HUNGER,
  openFair,
  startSelling,
  type TestRegister,
  type Wish,
} from '#testing/selling/sales-floor.ts';
import type { ApiClient } from '#testing/app/test-app.ts';

/** A rate that the fair never had, so that the order is held. */
const WRONG_RATE = { taxRatePpm: 60_000 };

describe('a search of the held orders', async () => {
  const { test, floor, register: till } = await startSelling();
  const elsewhere = await openFair(test);
  const tablet = await elsewhere.logIn('TABLET-77');
  const name = 'Gym 100% "left"';
  await test.db.updateTable('devices').set({ name }).where('id', '=', tablet.id).execute();
  const hold = async (register: TestRegister, wish: Wish) =>
    (await register.hold({ ...WRONG_RATE, ...wish })).sold;
  const found = async (
    search: string,
    client: ApiClient = test.owner,
    more: Omit<NonNullable<Parameters<ApiClient['orders']['held']>[0]>['query'], 'search'> = {},
  ) => {
    const { data } = await client.orders.held({ query: { search, sort: 'receivedAt', ...more } });
    expect(data.totalResults).toBe(data.results.length);
    return data.results.map(({ clientOrderId }) => clientOrderId);
  };
  const ids = (...orders: SoldOrder[]) => orders.map(({ clientOrderId }) => clientOrderId);

  await till.addStudent('ST-4711');
  // The same number at the other school, where nobody bought anything with it.
  await tablet.addStudent('ST-4712');
  const student = await hold(till, {
    customerType: 'student',
    studentNumber: ' ST-4711',
    payments: [{ method: PaymentMethod.creditCard, cardLast4: '4242' }],
  });
  const teacher = await hold(till, {
    customerType: 'teacher',
    customerName: 'Grace O\'Neil "Bunny" 50%_off\\',
    payments: [
      { method: PaymentMethod.cash, amountCents: 500 },
      { method: PaymentMethod.creditCard, amountCents: 453, cardLast4: '1881' },
    ],
  });
  const parent = await hold(till, { lines: [{ sku: HUNGER, quantity: 3 }] });
  const far = await hold(tablet, { customerType: 'student', studentNumber: 'ST-4711' });

  it('finds an order by receipt number, its last digits, and the ID of the register', async () => {
    expect(await found('REG-01-1-2')).toEqual(ids(teacher));
    expect(await found('reg-01-1-')).toEqual(ids(student, teacher, parent));
    expect(await found('-1-3')).toEqual(ids(parent));
    expect(await found(parent.clientOrderId.toUpperCase())).toEqual(ids(parent));
    expect(await found(parent.clientOrderId.slice(0, 8))).toEqual(ids(parent));
    expect(await found('REG-01-1-9')).toEqual([]);
  });

  it('finds orders by device ID or name, and by name and identifier of fair and school', async () => {
    const { fair } = elsewhere;
    for (const text of ['tablet-77', 'left', fair.identifier, fair.name, fair.schoolIdentifier])
      expect(await found(text), text).toEqual(ids(far));
    expect(await found(floor.fair.schoolName)).toEqual(ids(student, teacher, parent));
  });

  it('finds an order by the name or number of a student of its school, and by customer', async () => {
    for (const text of ['Robin Pupil', 'pupil st-4711'])
      expect(await found(text), text).toEqual(ids(student));
    // The number that the other register sent belongs to nobody at its school.
    expect(await found('ST-4711')).toEqual(ids(student, far));
    expect(await found('ST-4712')).toEqual([]);
    expect(await found("grace o'neil")).toEqual(ids(teacher));
  });

  it('finds an order by the last four digits of a card, an amount, and a day', async () => {
    expect(await found('1881')).toEqual(ids(teacher));
    expect(await found('188')).toEqual([]);
    const dollars = (cents: number) => (cents / 100).toFixed(2);
    expect(await found(dollars(parent.totalCents))).toEqual(ids(parent));
    expect(await found(`$${dollars(453)}`)).toEqual(ids(teacher));
    expect(await found('4.54')).toEqual([]);
    const day = formatDay(dayIn(parent.soldAt, floor.fair.timeZone));
    expect(await found(day)).toEqual(ids(student, teacher, parent, far));
  });

  it('takes quotes, percent signs, underscores and backslashes literally', async () => {
    for (const text of ['"bunny"', "O'Neil", '50%', '%_off', 'off\\', `'neil "`])
      expect(await found(text), text).toEqual(ids(teacher));
    expect(await found('100% "left"')).toEqual(ids(far));
    for (const text of ['%%', '50__off', 'T_LL', "' or true --", '"}]}', '\\', '{"payments":[]}'])
      expect(await found(text), text).toEqual(text === '\\' ? ids(teacher) : []);
  });

  it('finds no student or customer for readers without Students, and shows them none', async () => {
    const { client } = await signedInWith(
      test,
      MODULES.filter((module) => module !== 'Students').map((module) => [module, 'read_only']),
    );
    for (const text of ['Robin', 'Pupil', 'ST-4711', '4711', 'Grace', 'Bunny'])
      expect(await found(text, client), text).toEqual([]);
    expect(await found('REG-01-1-1', client)).toEqual(ids(student));
    expect(await found('4242', client)).toEqual(ids(student));
    const buyers = async (reader: ApiClient) =>
      (await reader.orders.held({ query: { sort: 'receivedAt' } })).data.results.map(
        ({ customerName, studentNumber }) => [customerName, studentNumber],
      );
    expect(await buyers(client)).toEqual([
      [null, null],
      [teacher.customerName, null],
      [null, null],
      [null, null],
    ]);
    expect(await buyers(test.owner)).toEqual([
      ['Robin Pupil ST-4711', 'ST-4711'],
      [teacher.customerName, null],
      [null, null],
      [null, 'ST-4711'],
    ]);
  });

  it('goes with the filters and the state, and finds a released order by its order number', async () => {
    expect(await found('ST-4711', test.owner, { fairId: elsewhere.fair.id })).toEqual(ids(far));
    expect(await found('ST-4711', test.owner, { reason: ['LATE_SYNC'] })).toEqual([]);
    const sold = await hold(till, { customerName: 'Rita Release' });
    const [held] = await floor.held({ search: 'rita' });
    const data = await floor.decide(held!);
    expect(data).toMatchObject({ customerName: 'Rita Release', studentNumber: null });
    expect(await found('rita')).toEqual([]);
    for (const text of ['rita', data.outcome!.orderNumber!, `REG-01-1-${sold.sequence}`])
      expect(await found(text, test.owner, { state: 'released' }), text).toEqual(ids(sold));
  });
});
