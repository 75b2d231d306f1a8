import { describe, expect, it } from 'vitest';
import { signedInWith } from '#testing/personas.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { OWNER, startTestApp } from '#testing/test-app.ts';

/** IDs within bodies and paths are checked as strictly as rights (trust.md R06, R08). */
describe('IDs of other records and other people', async () => {
  const device = {
    deviceId: 'REL-1',
    name: 'Relation',
    purchaseDate: '2026-01-01',
    warrantyDate: '2028-01-01',
    model: 1 as const,
    adminId: null,
  };
  const test = await startTestApp();
  const fair = await plannedFair(test, 'REL');
  const { data: role } = await test.owner.roles.add({
    body: { name: 'Relation', description: 'Holds nothing.', rights: [] },
  });
  const ids = {
    admin: test.ownerId,
    role: role.id,
    device: (await test.ask.devices.add({ body: device })).id,
    fair: fair.id,
    school: fair.schoolId,
  };
  const others = (kind: keyof typeof ids) =>
    Object.entries(ids)
      .filter(([other]) => other !== kind)
      .map(([, id]) => id);

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
    const person = {
      firstName: 'Dana',
      lastName: 'Whitfield',
      email: 'relation@example.com',
      countryCode: '+1' as const,
      phone: '5551234567',
      secretCode: '1234',
    };
    for (const adminId of others('admin')) {
      expect(await getRefusal(test.owner.fairs.add({ body: { ...fair, adminId } }))).toMatchObject({
        status: 400,
        errors: { adminId: expect.any(String) },
      });
      expect(
        await getRefusal(
          test.owner.devices.add({ body: { ...device, deviceId: 'REL-2', adminId } }),
        ),
      ).toMatchObject({ status: 400, errors: { adminId: expect.any(String) } });
    }
    for (const id of others('device'))
      expect(
        await getRefusal(
          test.owner.fairs.add({ body: { ...fair, adminId: ids.admin, deviceIds: [id] } }),
        ),
      ).toMatchObject({ status: 400, errors: { deviceIds: expect.any(String) } });
    for (const roleId of others('role'))
      expect(
        await getRefusal(test.owner.admins.add({ body: { ...person, roleId } })),
      ).toMatchObject({ status: 400, errors: { roleId: expect.any(String) } });
    for (const from of others('role'))
      expect(
        (await getRefusal(test.owner.roles.movePeople({ body: { from, to: ids.role } }))).status,
      ).toBe(404);
  });

  it('are not found in paths', async () => {
    for (const id of others('admin'))
      expect((await getRefusal(test.owner.admins.getById({ params: { id } }))).status).toBe(404);
    for (const id of others('role'))
      expect((await getRefusal(test.owner.roles.delete({ params: { id } }))).status).toBe(404);
    for (const id of others('device'))
      expect((await getRefusal(test.owner.devices.delete({ params: { id } }))).status).toBe(404);
    for (const id of others('fair'))
      expect((await getRefusal(test.owner.fairs.getById({ params: { id } }))).status).toBe(404);
    for (const id of Object.values(ids))
      expect((await getRefusal(test.owner.jobs.getById({ params: { id } }))).status).toBe(404);
  });

  it('do not exist if they are someone else’s session, which continues', async () => {
    const { client, id } = await signedInWith(test, []);
    const own = (await client.auth.sessions()).data[0]?.id ?? '';
    expect(own).not.toBe('');
    expect(
      (
        await getRefusal(
          test.owner.auth.endSession({
            params: { id: own },
            body: { currentPassword: OWNER.password },
          }),
        )
      ).status,
    ).toBe(404);
    expect((await client.admins.profile()).data.id).toBe(id);
    expect((await test.ask.auth.sessions()).map((session) => session.id)).not.toContain(own);
  });
});
