import { ADA, TABLET } from '#testing/new-records.ts';
import {
  SEARCH_KINDS,
  type SearchGroup,
  type SearchKind,
  type SearchQuery,
} from '@pos/contract/search';
import { MODULES, type Module } from '@pos/contract/permissions';
import { describe, expect, it } from 'vitest';
import { expectRefusal } from '#testing/expectations.ts';
import { getRefusal } from '#testing/refusals.ts';
import { signedInWith } from '#testing/personas.ts';
import { HUNGER, openFair } from '#testing/sales-floor.ts';
import { startTestApp, type ApiClient } from '#testing/test-app.ts';

describe('search', async () => {
  const test = await startTestApp();
  const floor = await openFair(test);
  const register = await floor.logIn('SCAN-01');
  await register.addStudent('ST-4711');
  const { id: orderId, orderNumber } = await register.book({
    customerType: 'student',
    studentNumber: 'ST-4711',
    payments: [{ method: 2, checkNumber: '88123' }],
  });
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

  it('finds a fair by parts of its name and school in any order, and its school', async () => {
    const { fair } = floor;
    expect(await hits(`${fair.schoolIdentifier.toLowerCase()} fair`, 'fair')).toMatchObject([
      {
        id: fair.id,
        label: fair.name,
        link: `/fair-details/${fair.id}`,
        exact: false,
      },
    ]);
    expect(await hits(fair.identifier.toLowerCase(), 'fair')).toMatchObject([{ exact: true }]);
    expect(await hits(fair.schoolName, 'school')).toMatchObject([
      {
        detail: 'Ada, MI · 1 fair',
        link: `/school-details/${fair.schoolId}`,
      },
    ]);
  });

  it('finds a school without fairs', async () => {
    const address = { ...ADA };
    const { data: school } = await test.owner.schools.add({
      body: { identifier: 'FAIRLESS', name: 'Fairless School', ...address },
    });
    expect(await hits('fairless', 'school')).toMatchObject([
      {
        id: school.id,
        detail: 'Ada, MI · 0 fairs',
        link: `/school-details/${school.id}`,
      },
    ]);
  });

  it('finds an order by number, part of it or receipt, without naming the customer', async () => {
    const whole = await hits(orderNumber.toLowerCase(), 'order');
    expect(whole).toMatchObject([
      {
        id: orderId,
        label: orderNumber,
        link: `/orders?order=${orderId}`,
        exact: true,
        amountCents: 973,
      },
    ]);
    expect(await hits('scan-01-1-1', 'order')).toMatchObject([{ id: orderId, exact: true }]);
    expect(await hits(orderNumber.slice(-5), 'order')).toMatchObject([
      { id: orderId, exact: false },
    ]);
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

  it('finds a payment by order number, check number, last four digits and amount', async () => {
    const [payment] = await hits('88123', 'payment');
    expect(payment).toMatchObject({
      label: 'Check no. 88123',
      amountCents: 973,
      exact: true,
      link: `/payments?payment=${payment!.id}`,
      detail: expect.stringContaining(orderNumber),
    });
    const ids = async (q: string) => (await hits(q, 'payment')).map(({ id }) => id);
    expect(await ids(orderNumber)).toEqual([payment!.id]);
    expect(await ids('$9.73')).toEqual([payment!.id]);
    expect(await ids('9.74')).toEqual([]);
    await test.db
      .updateTable('payments')
      .set({ cardLast4: '4242' })
      .where('id', '=', payment!.id)
      .execute();
    expect(await ids('4242')).toEqual([payment!.id]);
    expect(await ids('8812')).toEqual([]);
  });

  it('finds a student by parts of name and number, distinguished by grade, teacher and school', async () => {
    for (const q of ['robin pupil', 'pupil rob', 'st-4711'])
      expect(await hits(q, 'student')).toMatchObject([
        {
          label: 'Robin Pupil ST-4711',
          detail: `Grade 3 · Ms. Oak · ${floor.fair.schoolName} · ST-4711`,
          link: expect.stringMatching(/^\/students\?student=/),
        },
      ]);
    expect(await hits('ST-4711', 'student')).toMatchObject([{ exact: true }]);
    expect(await hits('robin nobody', 'student')).toEqual([]);
  });

  it('finds a title by name, by UPC, and by ISBN as written, scanned or in ten digits', async () => {
    const title = await test.db
      .selectFrom('titles')
      .select('id')
      .where('sku', '=', HUNGER)
      .executeTakeFirstOrThrow();
    const dashed = `${HUNGER.slice(0, 3)}-${HUNGER.slice(3, 4)}-${HUNGER.slice(4)}`;
    for (const q of [HUNGER, dashed])
      expect(await hits(q, 'title')).toMatchObject([
        {
          label: 'The Arena',
          exact: true,
          link: `/title-details/${title.id}`,
        },
      ]);
    expect(await hits('arena the', 'title')).toHaveLength(1);
    expect(await hits(HUNGER.slice(2, 9), 'title')).toMatchObject([{ exact: false }]);
    await test.db
      .updateTable('titles')
      .set({ isbn13: '9780306406157', upc: '036000291452' })
      .where('sku', '=', HUNGER)
      .execute();
    for (const q of ['0-306-40615-2', '036000291452', '0036000291452'])
      expect(await hits(q, 'title')).toMatchObject([{ exact: true }]);
    expect(await hits(HUNGER, 'title', test.owner, { fairId: floor.fair.id })).toMatchObject([
      { link: `/fair-inventory?fairId=${floor.fair.id}&search=${HUNGER}` },
    ]);
    const { client } = await signedInWith(test, [['Fair Inventory', 'read_only']]);
    expect(await hits(HUNGER, 'title', client)).toMatchObject([
      { link: `/fair-inventory?fairId=${floor.fair.id}&search=${HUNGER}` },
    ]);
  });

  it('finds a device, a carton and a user, and opens the pages that the rights allow', async () => {
    expect(await hits('scan-01', 'device')).toMatchObject([
      {
        label: 'SCAN-01',
        link: `/edit-device/${register.id}`,
        exact: true,
      },
    ]);
    const carton = `${floor.fair.identifier}-C01`;
    expect(await hits(carton, 'carton')).toMatchObject([
      {
        exact: true,
        detail: floor.fair.name,
        link: `/fair-details/${floor.fair.id}?tab=cartons&search=${carton}`,
      },
    ]);
    expect(await hits('owner@example.com', 'user')).toMatchObject([
      { exact: true, link: `/edit-user/${test.ownerId}` },
    ]);
    const { client } = await signedInWith(test, [
      ['Devices', 'read_only'],
      ['Users', 'read_only'],
    ]);
    expect(await hits('scan-01', 'device', client)).toMatchObject([
      { link: '/devices?search=SCAN-01' },
    ]);
    expect(await hits('owner@example.com', 'user', client)).toMatchObject([
      { link: '/users?search=owner%40example.com' },
    ]);
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
