import { newDevice } from '#testing/selling/new-records.ts';
import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/rights/personas.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('my activity', async () => {
  const test = await startTestApp();

  it("shows the admin's own actions and records, and nothing that others did", async () => {
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
