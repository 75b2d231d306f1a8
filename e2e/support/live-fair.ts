import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { type ownersDesk } from './staff.ts';
import { addSchool, planFair } from '@pos/world/fair';

export type Desk = Awaited<ReturnType<typeof ownersDesk>>['client'];

/** Fair that is live today, with a cashier who has no other tasks. */
export async function liveFair(desk: Desk) {
  await addSchool(desk, 'KEYS');
  const { data: owner } = await desk.admins.profile();
  const { data: roles } = await desk.roles.getRoles();
  const { data: cashier } = await desk.admins.add({
    body: {
      firstName: 'Cash',
      lastName: 'Ier',
      email: 'cash.ier@example.com',
      countryCode: '+1',
      phone: '5550102060',
      roleId: roles.at(-1)?.value ?? '',
      secretCode: '2468',
    },
  });
  const day = today('America/Detroit');
  const fields = {
    schoolIdentifier: 'KEYS',
    name: 'KEYS Book Fair',
    address: '3 Elm St, Ada',
    startDate: addDays(day, -1),
    endDate: addDays(day, 1),
    salesTaxRate: 6,
    adminId: owner.id,
    packageOption: 1 as const,
  };
  const fair = await planFair(desk, 'KEYS', fields);
  return {
    data: {
      id: fair.id,
      version: fair.version,
      identifier: fair.identifier,
      fields,
      cashierId: cashier.id,
    },
  };
}
