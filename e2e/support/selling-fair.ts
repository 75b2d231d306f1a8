import { randomUUID } from 'node:crypto';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { HUNGER, makeOrder, type Wish } from '@pos/api/testing/sold-order.ts';
import { workbookOfRows } from '@pos/api/testing/workbook.ts';
import type { Office } from '@pos/tools/office/session.ts';
import { pairedRegister } from './paired-register.ts';
import { hire } from './staff.ts';
import { addSchool } from './school.ts';

let fairs = 0;

/**
 * Creates a school with a live fair, 20 copies of one title and a register: `sell` sends an order
 * and returns its number, if it has one. Runs from yesterday for five days, unless `startDate` and
 * `endDate` are given.
 */
export async function sellingFair(
  desk: Office,
  {
    name = `SELLS${++fairs}`,
    adminId,
    ...days
  }: { name?: string; adminId?: string; startDate?: string; endDate?: string } = {},
) {
  const { client } = desk;
  const identifier = `${name}${randomUUID().slice(0, 4).toUpperCase()}`;
  await addSchool(client, identifier, {
    coordinatorName: 'Pat Lee',
    coordinatorEmail: `${identifier.toLowerCase()}@example.com`,
  });
  const [admin] = (await client.admins.getAdmins({ query: {} })).data;
  const day = today('America/Detroit');
  const { data: fair } = await client.fairs.add({
    body: {
      schoolIdentifier: identifier,
      name: `${identifier} Book Fair`,
      address: '3 Elm St, Ada',
      startDate: addDays(day, -1),
      endDate: addDays(day, 3),
      ...days,
      salesTaxRate: 8.25,
      adminId: adminId ?? admin!.value,
      packageOption: 1,
    },
  });
  const file = await workbookOfRows([
    ['Carton', 'ISBN/SKU', 'Title', 'Author', 'Category', 'Price', 'Quantity', 'Taxable'],
    [`${identifier}-1`, HUNGER, 'The Arena', null, 'Teen', 8.99, 20, 'Y'],
  ]);
  await client.uploads.bulkUpload({
    body: { kind: 'inventory', mode: 'commit', fairId: fair.id },
    file: new Blob([new Uint8Array(file)]),
    fileName: 'list.xlsx',
  });
  const cashier = await hire(desk, []);
  const deviceId = `R-${identifier}`;
  const { pos } = await pairedRegister(desk, {
    deviceId,
    name: 'Till',
    adminId: cashier.id,
    fairIdentifier: fair.identifier,
  });
  let sequence = 0;
  const sell = async (wish: Wish = {}) => {
    const order = makeOrder(fair, { sequence: ++sequence, ...wish });
    const { data } = await pos.orders({ body: { orders: [order] } });
    return { order, orderNumber: data.results[0]?.orderNumber ?? '' };
  };
  return { fair, deviceId, pos, sell };
}
