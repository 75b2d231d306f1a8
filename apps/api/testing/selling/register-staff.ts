import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { Duty, PermissionEntry } from '@pos/contract/permissions';
import { pairRegister } from './open-register.ts';
import { newDevice, newPerson } from './new-records.ts';
import { changeFair } from '../calls/records.ts';
import type { SalesFloor } from './sales-floor.ts';

export const EDIT_FAIRS: PermissionEntry[] = [{ name: 'Fairs', read_only: true, edit: true }];
export const WORKS: Duty[] = ['work_register'];
const CODE = '1212';

/** Returns how people with duties and rights of their own are hired, planned and logged in. */
export function registerStaff({ test, fair: ownFair }: SalesFloor) {
  let people = 0;
  /** Adds a person with a role of their own. */
  const hire = async (duties: Duty[], rights: PermissionEntry[] = []) => {
    const number = ++people;
    const named = { name: `Role ${number}`, description: 'Of the test.' };
    const role = await test.ask.roles.add({ body: { ...named, rights, duties } });
    const email = `robin.${number}@example.com`;
    const login = { roleId: role.id, secretCode: CODE };
    const person = newPerson('Robin', 'Reyes', { ...login, email });
    const admin = await test.ask.admins.add({ body: person });
    const params = { id: admin.id };
    let { version } = role;
    return {
      id: admin.id,
      /** Replaces the duties of the role. */
      setDuties: async (next: Duty[]) => {
        const body = { ...named, rights, duties: next, version };
        ({ version } = await test.ask.roles.update({ params: { id: role.id }, body }));
      },
      update: async (changes: { lastName?: string; secretCode: string }) => {
        const { version: stored } = await test.ask.admins.getById({ params });
        await test.owner.admins.update({
          params,
          body: { ...person, ...changes, version: stored },
        });
      },
      deactivate: () => test.owner.admins.changeStatus({ params, body: { status: 'inactive' } }),
    };
  };
  /** Plans devices for a fair, and an admin if one is named. */
  const plan = async (deviceIds: string[], adminId = test.ownerId, fair = ownFair) => {
    await changeFair(test, fair, { adminId, deviceIds });
  };
  /** Adds a device, planned for the fair or not, and logs a person in on it. */
  const logIn = async (adminId: string, isPlanned = false, fair: FairDetails = ownFair) => {
    const deviceId = `WORK-${++people}`;
    const device = await test.ask.devices.add({ body: newDevice(deviceId) });
    if (isPlanned) await plan([device.id]);
    const login = { deviceId, adminId, secretCode: CODE };
    const at = { ...login, fairIdentifier: fair.identifier };
    return { device, login, session: await pairRegister(test, device.id, at) };
  };
  return { hire, plan, logIn };
}
