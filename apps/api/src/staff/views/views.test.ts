import { ListKey, type NewView } from '@pos/contract/staff/views';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/rights/personas.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const UNPAID: NewView = {
  list: 'orders',
  name: 'Unpaid of today',
  query: { status: ['open'], from: '2026-10-12', to: '2026-10-12', sort: '-totalCents', limit: 50 },
  hiddenColumns: null,
  isTeam: false,
};

describe('views', async () => {
  const test = await startTestApp();
  const reader = () => signedInWith(test, [['Orders', 'read_only']]);

  it('are saved with filters, sort and hiddenColumns, and private until shared', async () => {
    const [mine, colleague] = [(await reader()).client.views, (await reader()).client.views];
    const stranger = (await signedInWith(test, [['Devices', 'read_only']])).client.views;
    const of = async (views: typeof mine, list: ListKey = 'orders') =>
      (await views.list({ query: { list } })).data;
    const { data: stored } = await mine.add({
      body: { ...UNPAID, name: '  Unpaid  ', hiddenColumns: ['order', 'total'] },
    });
    expect(stored).toMatchObject({
      ...UNPAID,
      name: 'Unpaid',
      hiddenColumns: ['order', 'total'],
      isOwn: true,
      mayChange: true,
      isBroken: false,
      version: 1,
    });
    const params = { id: stored.id };
    expect([await of(mine), await of(mine, 'payments'), await of(colleague)]).toEqual([
      [stored],
      [],
      [],
    ]);
    await expectRefusal(test.owner.views.getById({ params }), 'NOT_FOUND');

    const { list: _list, ...fields } = UNPAID;
    const changes = { ...fields, name: 'Unpaid', isTeam: true, version: 1 };
    const { data: shared } = await mine.update({ params, body: changes });
    expect(shared).toMatchObject({ isTeam: true, hiddenColumns: null, version: 2 });
    expect(await of(colleague)).toEqual([{ ...shared, isOwn: false, mayChange: false }]);
    expect((await colleague.getById({ params })).data.madeBy).toBe(shared.madeBy);
    expect(await of(stranger)).toEqual([]);
    await expectRefusal(stranger.getById({ params }), 'NOT_FOUND');
  });

  it('of the team are changed and deleted only by their author and by a SUPER_ADMIN', async () => {
    const [mine, colleague] = [await reader(), await reader()];
    const { list: _list, ...fields } = { ...UNPAID, name: 'Of the team', isTeam: true };
    const { data: shared } = await mine.client.views.add({ body: { list: 'orders', ...fields } });
    const params = { id: shared.id };
    const body = { ...fields, name: 'By the owner', version: 1 };
    const message = `Only ${shared.madeBy}, who created this view, or a SUPER_ADMIN can change it.`;
    await expectRefusal(colleague.client.views.update({ params, body }), 'FORBIDDEN', message);
    await expectRefusal(colleague.client.views.delete({ params }), 'FORBIDDEN');
    const changed = { name: body.name, isOwn: false, mayChange: true };
    expect(await test.ask.views.update({ params, body })).toMatchObject(changed);
    await test.owner.views.delete({ params });
    await expectRefusal(mine.client.views.getById({ params }), 'NOT_FOUND');
  });

  it('refuse invalid filters on their field, and a name that is taken', async () => {
    const { client } = await reader();
    await client.views.add({ body: UNPAID });
    const status = expect.any(String) as string;
    const unknown = 'This list does not have this filter.';
    const unsorted = { 'query.sort': 'This list cannot be sorted that way.' };
    const taken = { name: 'You already have a view of this list with this name.' };
    for (const [changes, errors] of [
      [
        { query: { status: ['lost'], page: 3, colour: 'red' } },
        { 'query.status': status, 'query.page': unknown, 'query.colour': unknown },
      ],
      [{ query: { sort: 'weight' } }, unsorted],
      [{ name: 'x' }, { name: 'Use 2 to 40 characters.' }],
      [{ hiddenColumns: ['no column'] }, { 'hiddenColumns.0': 'This column does not exist.' }],
      [{ name: UNPAID.name.toUpperCase() }, taken],
    ] satisfies [Partial<NewView>, object][]) {
      const refusal = await getRefusal(client.views.add({ body: { ...UNPAID, ...changes } }));
      expect(refusal.errors).toEqual(errors);
    }
    const payments = client.views.add({ body: { ...UNPAID, list: 'payments', query: {} } });
    await expectRefusal(payments, 'FORBIDDEN', 'You need the right: read Payments.');
    expect((await (await reader()).client.views.add({ body: UNPAID })).data.name).toBe(UNPAID.name);
  });

  it('store no search text if rows name children, because it would outlive an erasure', async () => {
    const add = (list: ListKey, search: string) =>
      test.ask.views.add({ body: { ...UNPAID, list, query: { search } } });
    for (const list of ['orders', 'held-orders', 'payments', 'students'] as const)
      expect((await getRefusal(add(list, 'Emma'))).errors?.['query.search'], list).toMatch(
        /not saved/,
      );
    expect((await add('devices', 'Till')).query).toEqual({ search: 'Till' });
  });

  it('exist for every list, with the defaults of that list', async () => {
    for (const list of ListKey.options) {
      const body = { ...UNPAID, list, name: `All of ${list}`.slice(0, 40), query: {} };
      expect(await test.ask.views.add({ body })).toMatchObject({ list, isBroken: false });
    }
  });

  it('with filters that no longer exist say so and can be fixed or deleted', async () => {
    const fields = { hiddenColumns: null, isTeam: false };
    const view = await test.ask.views.add({
      body: { list: 'fairs', name: 'From before', query: { phase: ['live'] }, ...fields },
    });
    await test.db
      .updateTable('views')
      .set({ query: JSON.stringify({ phase: ['sleeping'], season: 'F26' }) })
      .where('id', '=', view.id)
      .execute();
    const [broken] = (await test.ask.views.list({ query: { list: 'fairs' } })).filter(
      ({ id }) => id === view.id,
    );
    expect(broken).toMatchObject({ isBroken: true, query: { phase: ['sleeping'], season: 'F26' } });
    const body = { name: 'Mended', query: { phase: ['ended'] }, ...fields, version: 1 };
    const mended = await test.ask.views.update({ params: { id: view.id }, body });
    expect(mended.isBroken).toBe(false);
  });

  it('are limited to thirty per person and list', async () => {
    const { client } = await reader();
    for (let at = 0; at < 30; at += 1)
      await client.views.add({ body: { ...UNPAID, name: `View ${at}` } });
    await expectErrors(client.views.add({ body: UNPAID }), {
      name: 'You already have 30 views of this list. Delete one first.',
    });
    await expectRefusal(client.views.delete({ params: { id: uuidv7() } }), 'NOT_FOUND');
  });
});
