import type { NewDevice } from '@pos/contract/fairs/devices';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { newDevice } from '#testing/selling/new-records.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const tablet = newDevice('REG-01', { name: 'Library tablet' });

describe('devices', async () => {
  const test = await startTestApp();
  const add = (changes: Partial<NewDevice> = {}) =>
    test.ask.devices.add({ body: { ...tablet, ...changes } });
  const list = (query: object) => test.ask.devices.list({ query });

  it('adds a device, active at once, and lists it', async () => {
    const { data: added, message } = await test.owner.devices.add({ body: tablet });
    expect(message).toBe('Device added.');
    const fresh = { status: 'active', paired: false, unsentOrders: 0, version: 1 };
    expect(added).toMatchObject({ ...tablet, ...fresh });
    const page = { page: 1, limit: 20, totalPages: 1, totalResults: 1 };
    expect(await list({ search: 'library' })).toMatchObject({ results: [added], ...page });
    expect(await test.ask.devices.getById({ params: { id: added.id } })).toEqual(added);
  });

  it('needs no model, which can be set and cleared later', async () => {
    const { model: _, ...bare } = newDevice('REG-BARE');
    const { id, model: none } = await test.ask.devices.add({ body: bare });
    expect(none).toBeNull();
    for (const [version, model, stored] of [
      [1, 2, 2],
      [2, undefined, 2],
      [3, null, null],
    ] as const) {
      const body = { ...bare, model, version };
      expect((await test.ask.devices.update({ params: { id }, body })).model).toBe(stored);
    }
    await test.owner.devices.delete({ params: { id } });
  });

  it('refuses a device ID that is taken, ignoring case, on its field', async () => {
    const errors = { deviceId: 'This device ID is already in use.' };
    const taken = add({ deviceId: 'reg-01' });
    const { message } = await expectRefusal(taken, 'VALIDATION_FAILED', { errors });
    expect(JSON.parse(message)).toEqual(errors);
  });

  it('reports every wrong field at once, in the words of the specification', () =>
    expectErrors(
      add({ deviceId: 'R', name: 'L', purchaseDate: '2026-02-01', warrantyDate: '2026-01-31' }),
      {
        deviceId: 'Device ID must have 2 to 30 characters.',
        name: 'Device name must have 2 to 20 characters.',
        warrantyDate: 'Warranty Date should not be less than purchase date.',
      },
    ));

  it('accepts a warranty that ends on the day of purchase', async () => {
    const expired = await add({ deviceId: 'REG-02', warrantyDate: tablet.purchaseDate });
    expect(expired).toMatchObject({ warrantyState: 'expired' });
  });

  it('finds devices by warranty state, sorted and paged as requested', async () => {
    for (let number = 10; number < 24; number++) await add({ deviceId: `TAB-${number}` });
    const sorted = { search: 'TAB-', sort: '-deviceId', warranty: 'ok' };
    expect(await list({ ...sorted, limit: 10, page: 2 })).toMatchObject({
      results: ['TAB-13', 'TAB-12', 'TAB-11', 'TAB-10'].map((deviceId) => ({ deviceId })),
      totalResults: 14,
      totalPages: 2,
    });
  });

  it('refuses an unknown query key, so that a mistyped filter never shows everything', async () => {
    const response = await test.send(test.ownerToken)('/v1/devices?stat=active', {});
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { stat: 'Unknown field.' } });
  });

  it('adds one device for a call sent twice with one key, and refuses the key with another body', async () => {
    const send = (name: string) =>
      test.owner.devices.add({ body: newDevice('ONCE', { name }) }, { idempotencyKey: 'key-1' });
    const first = await send('Once');
    expect(await send('Once')).toEqual(first);
    await expectRefusal(send('Twice'), 'IDEMPOTENCY_KEY_REUSED');
    expect((await list({ search: 'ONCE' })).totalResults).toBe(1);
  });

  it("finds devices without an admin, and names today's fairs that a device is planned for", async () => {
    const idle = await add({ deviceId: 'IDLE-1' });
    const busy = await add({ deviceId: 'IDLE-2', adminId: test.ownerId });
    const { results } = await list({ search: 'IDLE-', assigned: false });
    expect(results).toMatchObject([{ deviceId: 'IDLE-1' }]);
    expect(idle.liveFairs).toEqual([]);
    const day = today('America/Detroit');
    const { id, name } = await plannedFair(test, 'BUSY', {
      deviceIds: [busy.id],
      startDate: addDays(day, -1),
      endDate: addDays(day, 1),
    });
    const { liveFairs } = await test.ask.devices.getById({ params: { id: busy.id } });
    expect(liveFairs).toEqual([{ id, name, adminId: test.ownerId }]);
  });

  it('offers active devices to select', async () => {
    const options = await test.ask.devices.getDevices({ query: { search: 'REG-01' } });
    expect(options).toMatchObject([{ label: 'REG-01 · Library tablet' }]);
  });

  it("shows in an admin's own activity what they did to it, and nothing that others did", async () => {
    const { client } = await signedInWith(test, [
      ['Devices', 'read_only'],
      ['Devices', 'edit'],
    ]);
    const { data: device } = await client.devices.add({
      body: newDevice('MINE-1'),
    });
    await client.devices.changeStatus({ params: { id: device.id }, body: { status: 'inactive' } });
    await test.owner.devices.changeStatus({
      params: { id: device.id },
      body: { status: 'active' },
    });
    const { data } = await client.activity.mine({ query: { limit: 10 } });
    expect(
      data.results.map(({ action, entity, entityId, recordName }) => ({
        action,
        entity,
        entityId,
        recordName,
      })),
    ).toEqual([
      { action: 'device.deactivated', entity: 'device', entityId: device.id, recordName: 'MINE-1' },
      { action: 'device.added', entity: 'device', entityId: device.id, recordName: 'MINE-1' },
    ]);
    expect(data.totalResults).toBe(2);
  });
});
