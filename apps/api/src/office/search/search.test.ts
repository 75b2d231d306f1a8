import { ADA, TABLET } from '#testing/selling/new-records.ts';
import {
  SEARCH_KINDS,
  type SearchGroup,
  type SearchKind,
  type SearchQuery,
} from '@pos/contract/office/search';
import { MODULES, type Module } from '@pos/contract/permissions';
import { describe, expect, it } from 'vitest';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { HUNGER, openFair } from '#testing/selling/sales-floor.ts';
import { startTestApp, type ApiClient } from '#testing/app/test-app.ts';

describe('search', async () => {
  const test = await startTestApp();
  const floor = await openFair(test);
  const { fair } = floor;
  const register = await floor.logIn('SCAN-01');
  await register.addStudent('ST-4711');
  const sold = await register.book({
    customerType: 'student',
    studentNumber: 'ST-4711',
    payments: [{ method: 2, checkNumber: '88123' }],
  });
  const { id: orderId, orderNumber } = sold;
  const paymentId = sold.payments[0]!.id;
  await test.db.updateTable('payments').set({ cardLast4: '4242' }).execute();
  const { id: titleId } = await test.db
    .updateTable('titles')
    .set({ isbn13: '9780306406157', upc: '036000291452' })
    .where('sku', '=', HUNGER)
    .returning('id')
    .executeTakeFirstOrThrow();
  const fairless = { identifier: 'FAIRLESS', name: 'Fairless School', ...ADA };
  const { id: fairlessId } = await test.ask.schools.add({ body: fairless });
  const find = async (
    q: string,
    client: ApiClient = test.owner,
    more: Partial<SearchQuery> = {},
  ): Promise<SearchGroup[]> => (await client.search.find({ query: { q, ...more } })).data;
  const hits = async (
    q: string,
    kind: SearchKind,
    client?: ApiClient,
    more?: Partial<SearchQuery>,
  ) => (await find(q, client, more)).find((group) => group.kind === kind)?.hits ?? [];

  const order = { id: orderId, label: orderNumber, link: `/orders?order=${orderId}` };
  const payment = { id: paymentId, link: `/payments?payment=${paymentId}` };
  const detail = expect.stringContaining(orderNumber) as string;
  const check = { label: 'Check no. 88123 ending 4242', amountCents: 973, exact: true, detail };
  const student = {
    label: 'Robin Pupil ST-4711',
    detail: `Grade 3 · Ms. Oak · ${fair.schoolName} · ST-4711`,
    link: expect.stringMatching(/^\/students\?student=/) as string,
  };
  const title = { label: 'The Arena', link: `/title-details/${titleId}` };
  const named = { id: fair.id, label: fair.name, link: `/fair-details/${fair.id}`, exact: false };
  const school = { detail: 'Ada, MI · 1 fair', link: `/school-details/${fair.schoolId}` };
  const other = { detail: 'Ada, MI · 0 fairs', link: `/school-details/${fairlessId}` };
  const code = `${fair.identifier}-C01`;
  const cartons = `/fair-details/${fair.id}?tab=cartons&search=${code}`;
  const device = { label: 'SCAN-01', link: `/edit-device/${register.id}`, exact: true };
  const dashed = `${HUNGER.slice(0, 3)}-${HUNGER.slice(3, 4)}-${HUNGER.slice(4)}`;
  it.each<[kind: SearchKind, by: string, q: string, hit: object]>([
    ['fair', 'parts of name and school', `${fair.schoolIdentifier.toLowerCase()} fair`, named],
    ['fair', 'its identifier', fair.identifier.toLowerCase(), { exact: true }],
    ['school', 'its name', fair.schoolName, school],
    ['school', 'its name, without fairs', 'fairless', { id: fairlessId, ...other }],
    ['order', 'its number', orderNumber.toLowerCase(), { ...order, exact: true, amountCents: 973 }],
    ['order', 'its receipt', 'scan-01-1-1', { id: orderId, exact: true }],
    ['order', 'the end of its number', orderNumber.slice(-5), { id: orderId, exact: true }],
    ['order', 'a part of its number', orderNumber.slice(2, -2), { id: orderId, exact: false }],
    ['payment', 'its check number', '88123', { ...payment, ...check }],
    ['payment', 'the number of its order', orderNumber, payment],
    ['payment', 'its amount', '$9.73', payment],
    ['payment', 'the last four digits of its card', '4242', payment],
    ['student', 'the name', 'robin pupil', student],
    ['student', 'parts of the name in any order', 'pupil rob', student],
    ['student', 'the number', 'st-4711', { ...student, exact: true }],
    ['title', 'its SKU', HUNGER, { ...title, exact: true }],
    ['title', 'its SKU with dashes', dashed, { ...title, exact: true }],
    ['title', 'its words in any order', 'arena the', title],
    ['title', 'a part of its SKU', HUNGER.slice(2, 9), { exact: false }],
    ['title', 'its ISBN in ten digits', '0-306-40615-2', { exact: true }],
    ['title', 'its UPC', '036000291452', { exact: true }],
    ['title', 'its UPC as scanned', '0036000291452', { exact: true }],
    ['device', 'its ID', 'scan-01', device],
    ['carton', 'its code', code, { exact: true, detail: fair.name, link: cartons }],
    ['user', 'the email', 'owner@example.com', { exact: true, link: `/edit-user/${test.ownerId}` }],
  ])('finds a %s by %s', async (kind, _, q, hit) => {
    expect(await hits(q, kind)).toMatchObject([hit]);
  });

  it.each<[SearchKind, string]>([
    ['payment', '9.74'],
    ['payment', '8812'],
    ['student', 'robin nobody'],
  ])('finds no %s by %s', async (kind, q) => expect(await hits(q, kind)).toEqual([]));

  it('finds an order without naming the customer', async () => {
    expect(JSON.stringify(await find(orderNumber))).not.toMatch(/Robin|Pupil/);
  });

  it('finds a held order by its receipt or a part of it, and leads to it alone', async () => {
    const [held] = await register.handIn(
      register.sold({ lines: [{ sku: HUNGER, unitPriceCents: 1 }] }),
    );
    expect(held!.result).toBe('held');
    const [found] = await hits('scan-01-1-2', 'order');
    expect(found).toMatchObject({
      label: 'SCAN-01-1-2',
      exact: true,
      detail: expect.stringMatching(/^Held order/),
      link: '/orders?view=held&search=SCAN-01-1-2&state=waiting',
    });
    const { data: listed } = await test.owner.orders.held({ query: { search: found!.label } });
    expect(listed.results.map(({ id }) => id)).toEqual([found!.id]);
    expect(await hits('01-1-2', 'order')).toEqual([{ ...found, exact: false }]);
    expect(await hits('01_1-2', 'order')).toEqual([]);
  });

  it('opens the pages that the rights allow', async () => {
    const own = { fairId: fair.id };
    const { client: packer } = await signedInWith(test, [['Fair Inventory', 'read_only']]);
    const { client: reader } = await signedInWith(test, [
      ['Devices', 'read_only'],
      ['Users', 'read_only'],
    ]);
    const inventory = `/fair-inventory?fairId=${fair.id}&search=${HUNGER}`;
    for (const [found, link] of [
      [hits(HUNGER, 'title', test.owner, own), inventory],
      [hits(HUNGER, 'title', packer), inventory],
      [hits('scan-01', 'device', reader), '/devices?search=SCAN-01'],
      [hits('owner@example.com', 'user', reader), '/users?search=owner%40example.com'],
    ] as const)
      expect(await found).toMatchObject([{ link }]);
  });

  it('shows each module only to those who may read it, and nothing to others', async () => {
    const queries = [
      floor.fair.identifier,
      floor.fair.schoolName,
      orderNumber,
      '88123',
      'robin pupil',
      HUNGER,
      'scan-01',
      'owner@example.com',
    ];
    for (const module of MODULES) {
      const { client } = await signedInWith(test, [[module, 'read_only']]);
      const seen = new Set<SearchKind>();
      for (const q of queries) for (const { kind } of await find(q, client)) seen.add(kind);
      expect([...seen].toSorted(), module).toEqual(
        (Object.keys(SEARCH_KINDS) as SearchKind[])
          .filter((kind) => (SEARCH_KINDS[kind] as readonly Module[]).includes(module))
          .toSorted(),
      );
    }
    const { client: editor } = await signedInWith(test, [
      ['Devices', 'edit'],
      ['Users', 'edit'],
      ['Fairs', 'edit'],
    ]);
    for (const q of queries) expect(await find(q, editor)).toEqual([]);
  });

  it('names no child to users who may not read Students, whatever else they may read', async () => {
    const { client } = await signedInWith(
      test,
      MODULES.filter((module) => module !== 'Students').map((module) => [module, 'read_only']),
    );
    for (const q of ['robin', 'pupil', 'st-4711', orderNumber, '88123', '9.73', 'scan-01-1-1'])
      expect(JSON.stringify(await find(q, client)), q).not.toMatch(/Robin|Pupil|ST-4711|Ms\. Oak/);
  });

  it('puts exact codes first, returns six of a kind and tells if there are more', async () => {
    const add = (deviceId: string) =>
      test.owner.devices.add({ body: { deviceId, name: 'Spare', ...TABLET } });
    for (let at = 0; at < 8; at++) await add(`MANY-${at}`);
    const [many] = await find('many-');
    expect(many).toMatchObject({ kind: 'device', more: true });
    expect(many!.hits).toHaveLength(6);
    await add('MANY');
    expect((await find('many'))[0]!.hits[0]).toMatchObject({ label: 'MANY', exact: true });
  });

  it('puts orders and payments before others that contain the same digits, newest first', async () => {
    const body = { identifier: 'MI555353', name: 'Digits School 5353', ...ADA };
    await test.ask.schools.add({ body });
    const digits = await openFair(test);
    const till = await digits.logIn('DIGITS-5353');
    const cards = { payments: [{ method: 1 as const, cardLast4: '5353', cardBrand: 'Visa' }] };
    const older = await till.book({
      ...cards,
      soldAt: new Date(Date.now() - 7_200_000).toISOString(),
    });
    const newer = await till.book(cards);
    const [first, ...others] = await find('5353');
    expect(first).toMatchObject({ kind: 'payment' });
    expect(first!.hits.map(({ id }) => id).slice(0, 2)).toEqual([
      newer.payments[0]!.id,
      older.payments[0]!.id,
    ]);
    expect(others.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['school', 'device']));
    const [ending] = await find(newer.orderNumber.slice(-5));
    expect(ending).toMatchObject({ kind: 'order' });
    expect((await find('$9.73'))[0]).toMatchObject({ kind: 'payment' });
  });

  it('takes wildcards literally and refuses texts that are too short or too long', async () => {
    expect(await find('%%%')).toEqual([]);
    expect(await find('s_an-01')).toEqual([]);
    expect(await getRefusal(find(' a '))).toMatchObject({
      status: 400,
      errors: { q: 'Enter at least 2 characters.' },
    });
    await expectRefusal(find('x'.repeat(101)), 'VALIDATION_FAILED');
    await expectRefusal(find('maple', test.client()), 'TOKEN_INVALID');
  });
});
