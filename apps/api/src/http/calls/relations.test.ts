import { DANA, TABLET } from '#testing/selling/new-records.ts';
import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/rights/personas.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { OWNER, startTestApp } from '#testing/app/test-app.ts';

/** IDs within bodies and paths are checked as strictly as rights (trust.md R06, R08). */
describe('IDs of other records and other people', async () => {
  const device = { deviceId: 'REL-1', name: 'Relation', ...TABLET };
  const test = await startTestApp();
  const planned = await plannedFair(test, 'REL');
  const { data: role } = await test.owner.roles.add({
    body: { name: 'Relation', description: 'Holds nothing.', rights: [] },
  });
  const ids = {
    admin: test.ownerId,
    role: role.id,
    device: (await test.ask.devices.add({ body: device })).id,
    fair: planned.id,
    school: planned.schoolId,
  };
  const others = (kind: keyof typeof ids) =>
    Object.entries(ids)
      .filter(([other]) => other !== kind)
      .map(([, id]) => id);

  const notFound = async (call: Promise<unknown>) =>
    expect(await getRefusal(call)).toMatchObject({ status: 404 });

  it('are refused in bodies, on their field', async () => {
    const fair = {
      schoolIdentifier: 'REL',
      name: 'Related',
      address: '1 Lake Rd',
      startDate: '2027-05-03',
      endDate: '2027-05-07',
      salesTaxRate: 6,
      packageOption: 1 as const,
    };
    const person = { ...DANA, email: 'relation@example.com', secretCode: '1234' };
    const refused = async (field: string, call: Promise<unknown>) =>
      expect(await getRefusal(call)).toMatchObject({
        status: 400,
        errors: { [field]: expect.any(String) },
      });
    const { owner } = test;
    for (const adminId of others('admin')) {
      await refused('adminId', owner.fairs.add({ body: { ...fair, adminId } }));
      await refused(
        'adminId',
        owner.devices.add({ body: { ...device, deviceId: 'REL-2', adminId } }),
      );
    }
    for (const id of others('device')) {
      const body = { ...fair, adminId: ids.admin, deviceIds: [id] };
      await refused('deviceIds', owner.fairs.add({ body }));
    }
    for (const roleId of others('role'))
      await refused('roleId', owner.admins.add({ body: { ...person, roleId } }));
    for (const from of others('role'))
      await notFound(owner.roles.movePeople({ body: { from, to: ids.role } }));
  });

  it('are not found in paths', async () => {
    const { admins, roles, devices, fairs, jobs } = test.owner;
    for (const id of others('admin')) await notFound(admins.getById({ params: { id } }));
    for (const id of others('role')) await notFound(roles.delete({ params: { id } }));
    for (const id of others('device')) await notFound(devices.delete({ params: { id } }));
    for (const id of others('fair')) await notFound(fairs.getById({ params: { id } }));
    for (const id of Object.values(ids)) await notFound(jobs.getById({ params: { id } }));
  });

  it('do not exist if they are someone else’s session, which continues', async () => {
    const { client, id } = await signedInWith(test, []);
    const own = (await client.auth.sessions()).data[0]?.id ?? '';
    expect(own).not.toBe('');
    const body = { currentPassword: OWNER.password };
    await notFound(test.owner.auth.endSession({ params: { id: own }, body }));
    expect((await client.admins.profile()).data.id).toBe(id);
    expect((await test.ask.auth.sessions()).map((session) => session.id)).not.toContain(own);
  });
});
