import { randomUUID } from 'node:crypto';
import type { Office } from '@pos/tools/office/session.ts';
import { addSchool, stockFair } from '@pos/world/fair';
import { order as makeOrder } from '@pos/world/sale';
import { sellingFair } from './selling-fair.ts';
import { ownersDesk } from './staff.ts';
import { deliverStudents } from './students.ts';

const ROWS = 12;
const FAIR_TABS = [
  'overview',
  'inventory',
  'orders',
  'payments',
  'reports',
  'templates',
  'close-out',
  'activity',
];
const mark = `W${randomUUID().slice(0, 5).toUpperCase()}`;

/** Fills all lists with records whose names are as long as real ones get; returns a fair's ID. */
export async function fillLists(): Promise<string> {
  const desk = await ownersDesk();
  const { client } = desk;
  const { fair, pos } = await sellingFair(desk, { name: mark });
  const { schoolIdentifier, adminId } = fair;
  const dates = { startDate: '2031-02-03', endDate: '2031-02-07' };
  const plan = { ...dates, salesTaxRate: 8.875, adminId, packageOption: 12 as const };
  const name = `${mark} Grandparents and Special Friends Book Fair`;
  await client.fairs.add({ body: { ...plan, schoolIdentifier, name, address: '3 Elm St, Ada' } });
  await addPerson(client, 'Regional Operations Manager', {
    firstName: 'Marguerite',
    lastName: 'Vantongeren',
    email: `marguerite.vantongeren-${mark}@fairs.example.com`,
  });
  const author = 'Katherine Applewhite-Vantongeren';
  const titles = ['Pen', 'The Lighthouse Keeper’s Granddaughter and the Long Way Home', 'Atlas'];
  await stockFair(
    client,
    fair,
    titles.map((title, at) => {
      const [carton, sku] = [`${fair.identifier}-C1${at}`, `${mark}-T${at}`];
      return { carton, sku, title, author, priceCents: 999 + at * 100, quantity: 30 };
    }),
  );
  const teacher = 'Mrs. Applewhite-Vantongeren';
  const parent = ['Edith Ambergate', 'edith@example.org'] as const;
  await deliverStudents(desk, fair.schoolIdentifier, [
    [`${mark}-0`, 'Ada', 'Garrowby', '3', teacher, ...parent],
    [`${mark}-1`, 'Bartholomew', 'Vantongeren', '3', teacher, ...parent],
    [`${mark}-2`, 'Wren', 'Ashby', '3', teacher, ...parent],
  ]);
  const order = (at: number, terms = {}) =>
    makeOrder(fair.salesTaxRatePpm, {
      sequence: at + 1,
      ...(at % 2 === 0 && { customerType: 'student', studentNumber: `${mark}-${at % 3}` }),
      lines: [
        { sku: `${mark}-T${at % 3}`, quantity: (at % 4) + 1, unitPriceCents: 999 + (at % 3) * 100 },
      ],
      ...terms,
    });
  const sold = Array.from({ length: ROWS }, (_, at) => order(at));
  // Wrong tax rate, so that the order is held.
  const held = [0, 1].map((at) => order(ROWS + at, { taxRatePpm: 60_000 }));
  for (const orders of [sold, held]) await pos.orders({ body: { orders } });
  return fair.id;
}

/** Adds a role and a person with it. */
async function addPerson(
  client: Office['client'],
  role: string,
  who: { firstName: string; lastName: string; email: string },
): Promise<void> {
  const description = `${role}, who helps schools to close out`
    .padEnd(200, ' and more')
    .slice(0, 200);
  const { data } = await client.roles.add({ body: { name: role, description, rights: [] } });
  const codes = { countryCode: '+1' as const, phone: '3125550142', secretCode: '2468' };
  await client.admins.add({ body: { ...who, ...codes, roleId: data.id } });
}

/** Adds records with the longest names that are allowed; returns the addresses of their pages. */
export async function addLongestNames(): Promise<string[]> {
  const { client } = await ownersDesk();
  const long = (length: number) =>
    'WWWWWWWWW '.repeat(20).slice(0, length).trim().padEnd(length, 'W');
  const code = (length: number) => 'W'.repeat(length);
  const [admin] = (await client.admins.getAdmins({ query: {} })).data;
  await addPerson(client, long(30), {
    firstName: code(20),
    lastName: code(20),
    email: `${code(40)}@example.com`,
  });
  await addSchool(client, code(24), {
    name: long(120),
    address: long(255),
    city: long(100),
    coordinatorName: long(100),
  });
  const { data: fair } = await client.fairs.add({
    body: {
      schoolIdentifier: code(24),
      name: long(100),
      address: long(255),
      startDate: '2031-03-03',
      endDate: '2031-03-07',
      salesTaxRate: 6,
      adminId: admin!.value,
      packageOption: 1,
    },
  });
  const { data: title } = await client.titles.add({
    body: { sku: code(30), title: long(255), author: code(255), category: 'Other', priceCents: 1 },
  });
  const dates = { purchaseDate: '2026-01-01', warrantyDate: '2028-01-01' };
  await client.devices.add({
    body: { deviceId: code(30), name: code(20), ...dates, model: 1, adminId: null },
  });
  return [
    `/orders?fairId=${fair.id}`,
    `/edit-fair/${fair.id}`,
    `/school-details/${fair.schoolId}`,
    `/edit-school/${fair.schoolId}`,
    `/title-details/${title.id}`,
    `/edit-title/${title.id}`,
    ...FAIR_TABS.map((tab) => `/fair-details/${fair.id}?tab=${tab}`),
  ];
}
