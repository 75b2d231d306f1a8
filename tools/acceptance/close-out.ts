import type { CloseOut } from '@pos/contract/close-out';
import type { FairDetails } from '@pos/contract/fairs';
import { RETURN_COUNT_COLUMNS } from '@pos/contract/uploads';
import type { FairLine } from '@pos/contract/inventory';
import type { SoldOrder } from '@pos/contract/register-orders';
import { workbookOfRows } from '@pos/api/testing/workbook.ts';
import type { Office } from '../office/session.ts';
import type { Register } from '../simulator/register.ts';
import { toChecks, type Expect, type Walked } from './checks.ts';
import { listFairLines, getRefusal, sellOne } from './fair-steps.ts';

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
  const { walked, expect } = toChecks('close-out');
  const [plenty] = (await listFairLines(office, fair)).sort(
    (one, other) => other.onHand - one.onHand,
  );
  if (!plenty) throw new Error('This fair has no stock.');
  const walk: Walk = {
    office,
    fair,
    register,
    plenty,
    read: async () => (await office.client.closeOut.getById({ params: { id: fair.id } })).data,
    expect,
  };
  const { expectedCashCents } = await refusesUntilSettled(walk);
  const first = await finishesFirst(walk, expectedCashCents);
  const late = await holdsLateOrder(walk, first);
  const orderNumber = await revertsAndReleases(walk, late.heldId);
  await finishesAgain(walk, late.order, orderNumber);
  return walked;
}

/** Context of the walk. `plenty` is the line with the most copies; `expect` counts a check. */
type Walk = {
  office: Office;
  fair: FairDetails;
  register: Register;
  plenty: FairLine;
  read: () => Promise<CloseOut>;
  expect: Expect;
};

/** Counts returns and money, and is refused for each open point. Returns the expected money. */
async function refusesUntilSettled({
  office,
  fair,
  register,
  plenty,
  read,
  expect,
}: Walk): Promise<{ expectedCashCents: number }> {
  const unpaid = await sellOne(register, fair, plenty, 'pending');
  await countReturns(office, fair);
  const expected = await countMoney(office, fair);
  await register.heartbeat(3);
  const refused = await getRefusal(finish(office, fair));
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
  const unconfirmed = await getRefusal(finish(office, fair, false));
  expect('asks first', unconfirmed?.code, 'CONFIRMATION_NEEDED');
  expect(
    'warns of the variances',
    unconfirmed?.warnings?.find(({ code }) => code === 'RETURN_VARIANCE')?.count,
    VARIANCES.length,
  );
  expect('still open', (await read()).state, 'open');
  return expected;
}

async function finishesFirst(
  { office, fair, expect }: Walk,
  expectedCashCents: number,
): Promise<CloseOut> {
  const first = await finish(office, fair);
  expect('counted cash', first.cashControl.countedCashCents, expectedCashCents);
  expect('cash variance', first.cashControl.cashVarianceCents, 0);
  expect(
    'what is left at the fair',
    (await listFairLines(office, fair))
      .filter(({ onHand, oversoldQty }) => onHand !== 0 || oversoldQty !== 0)
      .map(({ sku }) => sku),
    [],
  );
  return first;
}

/** Sells after the close-out: the order is held, and the snapshot does not change. */
async function holdsLateOrder(
  { office: { client }, fair, register, plenty, read, expect }: Walk,
  first: CloseOut,
): Promise<{ order: SoldOrder; heldId: string }> {
  const order = await sellOne(register, fair, plenty, 'completed');
  const { data: held } = await client.orders.held({ query: { fairId: fair.id } });
  expect(
    'the late order is held',
    held.results.map(({ clientOrderId, reason }) => [clientOrderId, reason]),
    [[order.clientOrderId, 'LATE_SYNC']],
  );
  expect('the snapshot stands', (await read()).versions, first.versions);
  return { order, heldId: held.results[0]!.id };
}

/** Reverts the close-out, and releases the held order. Returns its number. */
async function revertsAndReleases({ office, fair, expect }: Walk, heldId: string): Promise<string> {
  const { client } = office;
  await client.closeOut.finishOrRevert({
    body: { fairId: fair.id, action: 'revert', reason: 'A register turned up late', confirm: true },
  });
  expect(
    'the stock is back',
    (await listFairLines(office, fair))
      .filter((line) => line.onHand - line.oversoldQty !== line.expectedReturn)
      .map(({ sku }) => sku),
    [],
  );
  const { data: released } = await client.orders.decideHeld({
    params: { id: heldId },
    body: { decision: 'release', reason: 'It was sold at the fair' },
  });
  return released.outcome?.orderNumber ?? '';
}

/** Finishes again: the snapshots differ by exactly the late order. */
async function finishesAgain(
  { office, fair, expect }: Walk,
  late: SoldOrder,
  orderNumber: string,
): Promise<void> {
  const second = await finish(office, fair);
  expect(
    'versions',
    second.versions.map(({ number, reverted }) => [number, reverted?.reason ?? null]),
    [
      [2, null],
      [1, 'A register turned up late'],
    ],
  );
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
  const lines = await listFairLines(office, fair);
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
  await office.client.uploads.bulkUpload({
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
