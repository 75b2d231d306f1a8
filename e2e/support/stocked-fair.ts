import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { workbookOfRows } from '@pos/api/testing/workbook.ts';
import { getOrderSums } from '@pos/contract/money-rules';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { pairedRegister } from './paired-register.ts';
import { addSchool } from './school.ts';
import { hire, ownersDesk } from './staff.ts';

export const ARENA = '9780439023481';

/** Creates a live fair with three titles in a carton. */
export async function stockedFair(identifier: string) {
  const desk = await ownersDesk();
  const { client } = desk;
  await addSchool(client, identifier);
  const [admin] = (await client.admins.getAdmins({ query: {} })).data;
  const day = today('America/Detroit');
  const { data: fair } = await client.fairs.add({
    body: {
      schoolIdentifier: identifier,
      name: `${identifier} Book Fair`,
      address: '3 Elm St',
      startDate: addDays(day, -1),
      endDate: addDays(day, 3),
      salesTaxRate: 6,
      adminId: admin!.value,
      packageOption: 1,
    },
  });
  const rows = [
    [`${identifier}-C1`, ARENA, 'The Arena', 8.99, 14],
    [`${identifier}-C1`, `${identifier}-PEN`, `Pen of ${identifier}`, 1.25, 9],
    [`${identifier}-C1`, `${identifier}-MAP`, `Map of ${identifier}`, 4.5, 6],
  ];
  const file = await workbookOfRows([
    ['Carton', 'ISBN/SKU', 'Title', 'Price', 'Quantity'],
    ...rows,
  ]);
  await client.uploads.bulkUpload({
    body: { kind: 'inventory', mode: 'commit', fairId: fair.id },
    file: new Blob([new Uint8Array(file)]),
    fileName: 'list.xlsx',
  });
  const line = async (sku: string) =>
    (
      await client.inventory.fairInventory({ query: { fairId: fair.id, limit: 50 } })
    ).data.results.find((each) => each.sku === sku)!;
  return { desk, client, fair, line };
}

/** Sells units of one title at a register of the fair. */
export async function sell(
  { desk, fair }: Awaited<ReturnType<typeof stockedFair>>,
  sku: string,
  quantity: number,
  unitPriceCents: number,
): Promise<void> {
  const deviceId = `REG-${randomUUID().slice(0, 8)}`;
  const { id: adminId } = await hire(desk, []);
  const { pos } = await pairedRegister(desk, {
    deviceId,
    name: 'Stock tablet',
    adminId,
    fairIdentifier: fair.identifier,
  });
  const lines = [
    {
      lineNo: 1,
      sku,
      category: null,
      title: null,
      quantity,
      unitPriceCents,
      discountCents: 0,
      taxable: true,
      fulfilment: 'in_person' as const,
    },
  ];
  const terms = { taxRatePpm: fair.salesTaxRatePpm, taxExempt: false };
  const { subtotalCents, taxCents, totalCents } = getOrderSums({ ...terms, lines });
  const payment = {
    clientPaymentId: randomUUID(),
    method: 1 as const,
    amountCents: totalCents,
    status: 'completed' as const,
    checkNumber: null,
    cardBrand: null,
    cardLast4: null,
    processorRef: null,
  };
  const order = {
    clientOrderId: randomUUID(),
    epoch: 1,
    sequence: 1,
    soldAt: new Date().toISOString(),
    customerType: 'parent' as const,
    studentNumber: null,
    customerName: null,
    ...terms,
    exemptReason: null,
    exemptCertificateNo: null,
    lines,
    subtotalCents,
    taxCents,
    totalCents,
    payments: [payment],
  };
  const { data: answer } = await pos.orders({ body: { orders: [order] } });
  expect(answer.results).toMatchObject([{ result: 'accepted' }]);
}
