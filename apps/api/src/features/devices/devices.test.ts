import type { NewDevice } from '@pos/contract/devices';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp } from '#testing/test-app.ts';

const tablet: NewDevice = {
  deviceId: 'REG-01',
  name: 'Library tablet',
  purchaseDate: '2026-01-15',
  warrantyDate: '2028-01-15',
  model: 1,
  adminId: null,
};

describe('devices', async () => {
  const test = await startTestApp();
  const add = (changes: Partial<NewDevice>) =>
    test.owner.devices.add({ body: { ...tablet, ...changes } });

  it('adds a device, active at once, and lists it', async () => {
    const { data: added, message } = await add({});
    expect(message).toBe('Device added.');
    expect(added).toMatchObject({
      ...tablet,
      status: 'active',
      paired: false,
      unsentOrders: 0,
      version: 1,
    });
    const { data: list } = await test.owner.devices.list({ query: { search: 'library' } });
    expect(list).toMatchObject({
      results: [added],
      page: 1,
      limit: 20,
      totalPages: 1,
      totalResults: 1,
    });
    expect(await test.ask.devices.getById({ params: { id: added.id } })).toEqual(added);
  });

  it('needs no model, which can be set and cleared later', async () => {
    const { model: _, ...bare } = { ...tablet, deviceId: 'REG-BARE' };
    const { data: added } = await test.owner.devices.add({ body: bare });
    const change = async (model: NewDevice['model'], version: number) =>
      (
        await test.ask.devices.update({
          params: { id: added.id },
          body: { ...bare, model, version },
        })
      ).model;
    expect([
      added.model,
      await change(2, 1),
      await change(undefined, 2),
      await change(null, 3),
    ]).toEqual([null, 2, 2, null]);
    await test.owner.devices.delete({ params: { id: added.id } });
  });

  it('refuses a device ID that is taken, ignoring case, on its field', async () => {
    const refusal = await getRefusal(add({ deviceId: 'reg-01' }));
    expect(refusal).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: { deviceId: 'This device ID is already in use.' },
    });
    expect(JSON.parse(refusal.message)).toEqual(refusal.errors);
  });

  it('reports every wrong field at once, in the words of the specification', async () => {
    const refusal = await getRefusal(
      add({ deviceId: 'R', name: 'L', purchaseDate: '2026-02-01', warrantyDate: '2026-01-31' }),
    );
    expect(refusal.errors).toEqual({
      deviceId: 'Device ID must have 2 to 30 characters.',
      name: 'Device name must have 2 to 20 characters.',
      warrantyDate: 'Warranty Date should not be less than purchase date.',
    });
  });

  it('accepts a warranty that ends on the day of purchase', async () => {
    expect(
      (await add({ deviceId: 'REG-02', warrantyDate: tablet.purchaseDate })).data,
    ).toMatchObject({ warrantyState: 'expired' });
  });

  it('finds devices by warranty state, sorted and paged as requested', async () => {
    for (let number = 10; number < 24; number++) await add({ deviceId: `TAB-${number}` });
    const { data } = await test.owner.devices.list({
      query: { search: 'TAB-', sort: '-deviceId', limit: 10, page: 2, warranty: 'ok' },
    });
    expect(data.results.map(({ deviceId }) => deviceId)).toEqual([
      'TAB-13',
      'TAB-12',
      'TAB-11',
      'TAB-10',
    ]);
    expect(data).toMatchObject({ totalResults: 14, totalPages: 2 });
  });

  it('refuses an unknown query key, so that a mistyped filter never shows everything', async () => {
    const response = await test.send(test.ownerToken)('/v1/devices?stat=active', {});
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { stat: 'Unknown field.' } });
  });

  it('adds one device for a call sent twice with one key, and refuses the key with another body', async () => {
    const send = (name: string) =>
      test.owner.devices.add(
        { body: { ...tablet, deviceId: 'ONCE', name } },
        { idempotencyKey: 'key-1' },
      );
    const first = await send('Once');
    expect(await send('Once')).toEqual(first);
    expect(await getRefusal(send('Twice'))).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect((await test.ask.devices.list({ query: { search: 'ONCE' } })).totalResults).toBe(1);
  });

  it("finds devices without an admin, and names today's fairs that a device is planned for", async () => {
    const { data: idle } = await add({ deviceId: 'IDLE-1' });
    const { data: busy } = await add({ deviceId: 'IDLE-2', adminId: test.ownerId });
    const { data } = await test.owner.devices.list({ query: { search: 'IDLE-', assigned: false } });
    expect(data.results.map(({ deviceId }) => deviceId)).toEqual(['IDLE-1']);
    expect(idle.liveFairs).toEqual([]);
    const day = today('America/Detroit');
    const fair = await plannedFair(test, 'BUSY', {
      deviceIds: [busy.id],
      startDate: addDays(day, -1),
      endDate: addDays(day, 1),
    });
    expect((await test.ask.devices.getById({ params: { id: busy.id } })).liveFairs).toEqual([
      { id: fair.id, name: fair.name, adminId: test.ownerId },
    ]);
  });

  it('offers active devices to select', async () => {
    const { data } = await test.owner.devices.getDevices({ query: { search: 'REG-01' } });
    expect(data.map(({ label }) => label)).toEqual(['REG-01 · Library tablet']);
  });
});
