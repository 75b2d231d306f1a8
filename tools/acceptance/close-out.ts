import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '@pos/contract/client';
import type { CloseOut } from '@pos/contract/close-out';
import type { FairDetails } from '@pos/contract/fairs';
import { RETURN_COUNT_COLUMNS } from '@pos/contract/imports';
import type { FairLine } from '@pos/contract/inventory';
import { sumsOf } from '@pos/contract/money-rules';
import type { SoldOrder } from '@pos/contract/register-orders';
import { workbookOfRows } from '@pos/api/testing/workbook.ts';
import { everyRow } from '../office/every-row.ts';
import type { Office } from '../office/session.ts';
import type { Register, Sale } from '../simulator/register.ts';

/** Result of the close-out walk: number of checks, and the failed ones. */
export type Walked = { checks: number; wrong: string[] };

/** Variances from the expected return, in units; one unit of the last title is damaged. */
const VARIANCES = [-1, 1, -2];

/**
 * Walks the days after the fair (domain 11.1): counts the returns and the money, is refused for
 * every reason, and finishes; then a late register reports, and the fair is reverted, the order
 * released and the fair finished again. The two snapshots must differ by exactly that order.
 */
export async function walkCloseOut(
  office: Office,
  fair: FairDetails,
  registers: readonly Register[],
): Promise<Walked> {
  const [register] = registers;
  if (!register) throw new Error('There are no sales at this fair.');
  const walked: Walked = { checks: 0, wrong: [] };
  const expect = (what: string, actual: unknown, expected: unknown) => {
    walked.checks++;
    if (!isDeepStrictEqual(actual, expected))
      walked.wrong.push(
        `close-out, ${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`,
      );
  };
  const { client } = office;
  const read = async () => (await client.closeOut.getById({ params: { id: fair.id } })).data;

  const [plenty] = (await linesOf(office, fair)).sort((one, other) => other.onHand - one.onHand);
  if (!plenty) throw new Error('This fair has no stock.');
  const unpaid = await sellOne(register, fair, plenty, 'pending');
  await countReturns(office, fair);
  const expected = await countMoney(office, fair);
  await register.heartbeat(3);
  const refused = await refusalOf(finish(office, fair));
  expect('refused', refused?.code, 'CLOSE_OUT_BLOCKED');
  expect(
    'every reason',
    refused?.reasons?.map(({ code, count }) => [code, count]),
    [
      ['OPEN_ORDERS', 1],
      ['PAYMENTS_PENDING', 1],
      ['UNSENT_ORDERS', 3],
    ],
  );
  expect('the same reasons on its page', (await read()).reasons, refused?.reasons);

  await register.payments({
    results: [{ clientPaymentId: unpaid.payments[0]!.clientPaymentId, status: 'completed' }],
  });
  await register.heartbeat();
  const unconfirmed = await refusalOf(finish(office, fair, false));
  expect('asks first', unconfirmed?.code, 'CONFIRMATION_NEEDED');
  expect(
    'warns of the variances',
    unconfirmed?.warnings?.find(({ code }) => code === 'RETURN_VARIANCE')?.count,
    VARIANCES.length,
  );
  expect('still open', (await read()).state, 'open');

  const first = await finish(office, fair);
  expect('counted cash', first.cashControl.countedCashCents, expected.expectedCashCents);
  expect('cash variance', first.cashControl.cashVarianceCents, 0);
  expect(
    'what is left at the fair',
    (await linesOf(office, fair))
      .filter(({ onHand, oversoldQty }) => onHand !== 0 || oversoldQty !== 0)
      .map(({ sku }) => sku),
    [],
  );

  const late = await sellOne(register, fair, plenty, 'completed');
  const { data: held } = await client.orders.held({ query: { fairId: fair.id } });
  expect(
    'the late order is held',
    held.results.map(({ clientOrderId, reason }) => [clientOrderId, reason]),
    [[late.clientOrderId, 'LATE_SYNC']],
  );
  expect('the snapshot stands', (await read()).versions, first.versions);

  await client.closeOut.finishOrRevert({
    body: { fairId: fair.id, action: 'revert', reason: 'A register turned up late', confirm: true },
  });
  expect(
    'the stock is back',
    (await linesOf(office, fair))
      .filter((line) => line.onHand - line.oversoldQty !== line.expectedReturn)
      .map(({ sku }) => sku),
    [],
  );
  const { data: released } = await client.orders.decideHeld({
    params: { id: held.results[0]!.id },
    body: { decision: 'release', reason: 'It was sold at the fair' },
  });
  const second = await finish(office, fair);
  expect(
    'versions',
    second.versions.map(({ number, reverted }) => [number, reverted?.reason ?? null]),
    [
      [2, null],
      [1, 'A register turned up late'],
    ],
  );
  const orderNumber = released.outcome?.orderNumber ?? '';
  const order = {
    orderNumber,
    netCents: late.subtotalCents,
    taxCents: late.taxCents,
    totalCents: late.totalCents,
  };
  expect('the snapshots differ by exactly that order', second.difference?.orders, [
    { orderNumber, change: 'added', from: null, to: order },
  ]);
  const by = (figure: string) =>
    second.difference?.figures.find((each) => each.figure === figure)?.difference;
  expect('net, tax and total differ by it', ['Orders', 'Net sales', 'Net tax', 'Total'].map(by), [
    1,
    late.subtotalCents,
    late.taxCents,
    late.totalCents,
  ]);
  return walked;
}

async function finish({ client }: Office, { id }: FairDetails, confirm = true): Promise<CloseOut> {
  const { reviewed } = (await client.closeOut.getById({ params: { id } })).data;
  return (
    await client.closeOut.finishOrRevert({
      body: {
        fairId: id,
        action: 'finish',
        profitOption: 'ave_dollar',
        reviewed,
        secondPerson: 'Robin Reyes',
        confirm,
      },
    })
  ).data;
}

/** Uploads a count for every title: the expected units plus the variances. */
async function countReturns(office: Office, fair: FairDetails): Promise<void> {
  const lines = await linesOf(office, fair);
  const differing = lines
    .filter(({ expectedReturn }) => expectedReturn > 2)
    .slice(0, VARIANCES.length);
  const rows = lines.map((line) => {
    const place = differing.indexOf(line);
    return [
      line.sku,
      Math.max(0, line.expectedReturn + (VARIANCES[place] ?? 0)),
      place === VARIANCES.length - 1 ? 1 : 0,
    ];
  });
  const file = await workbookOfRows([[...RETURN_COUNT_COLUMNS], ...rows]);
  await office.client.imports.bulkUpload({
    body: { kind: 'return-count', fairId: fair.id, mode: 'commit' },
    file: new Blob([new Uint8Array(file)]),
    fileName: 'return-count.xlsx',
  });
}

/** Records each evening's count by two people, equal to the expected money. */
async function countMoney(
  { client }: Office,
  { id }: FairDetails,
): Promise<{ expectedCashCents: number }> {
  const { days, totals } = (await client.closeOut.cashCounts({ params: { id } })).data;
  for (const { businessDay, expectedCashCents, expectedCheckCents, expectedCheckCount } of days) {
    await client.closeOut.addCashCount({
      body: {
        fairId: id,
        businessDay,
        cashCents: Math.max(0, expectedCashCents),
        checkCents: expectedCheckCents,
        checks: expectedCheckCount,
        countedBy: 'Casey Register',
        secondPerson: 'Robin Reyes',
      },
    });
  }
  return totals;
}

/** Sells one copy of a title on the fair's last day by card, captured or still pending. */
export async function sellOne(
  register: Register,
  fair: FairDetails,
  line: FairLine,
  status: 'completed' | 'pending',
): Promise<SoldOrder> {
  const lines = [
    {
      lineNo: 1,
      sku: line.sku,
      category: null,
      title: null,
      quantity: 1,
      unitPriceCents: line.priceCents,
      discountCents: 0,
      taxable: line.taxable,
      fulfilment: 'in_person' as const,
    },
  ];
  const terms = {
    taxRatePpm: fair.salesTaxRatePpm,
    taxExempt: false,
    exemptReason: null,
    exemptCertificateNo: null,
  };
  const { subtotalCents, taxCents, totalCents } = sumsOf({ ...terms, lines });
  const payment = {
    clientPaymentId: randomUUID(),
    method: 1 as const,
    amountCents: totalCents,
    status,
    checkNumber: null,
    cardBrand: 'Visa',
    cardLast4: '4242',
    processorRef: null,
  };
  const sale: Sale = {
    clientOrderId: randomUUID(),
    soldAt: `${fair.endDate}T18:00:00.000Z`,
    customerType: 'parent',
    studentNumber: null,
    customerName: null,
    ...terms,
    lines,
    subtotalCents,
    taxCents,
    totalCents,
    payments: [payment],
  };
  const [order] = await register.sell([sale]);
  await register.deliver();
  return order!;
}

export async function linesOf({ client }: Office, { id }: FairDetails): Promise<FairLine[]> {
  const lines: FairLine[] = [];
  for await (const line of everyRow((page) =>
    client.inventory.fairInventory({ query: { ...page, fairId: id } }),
  ))
    lines.push(line);
  return lines;
}

export async function refusalOf(call: Promise<unknown>) {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.refusal;
    throw error;
  }
}
