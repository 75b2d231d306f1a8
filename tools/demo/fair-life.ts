import { randomUUID } from 'node:crypto';
import { workbook } from '@pos/world/fair';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { FairLine } from '@pos/contract/stock/inventory';
import { everyRow } from '../office/every-row.ts';
import type { Office } from '../office/session.ts';
import { listFairLines } from '../office/steps.ts';
import { FUNDED_STUDENTS } from './children.ts';

/**
 * Staff work at a fair before and after its sales, through the panel's calls. Skips what an earlier
 * run has done.
 */

/** End of a fair: the school's choice, and the reason for a revert, if any. */
export type Ending = { profitOption: 'cash' | 'ave_dollar'; reverted?: string };

/** Number of sold-out titles at live fairs, and of titles with one copy left. */
const SOLD_OUT = 5;
const LAST_COPIES = 7;
/** Titles out of print. */
const OUT_OF_PRINT = ['Teacher Planner, 12 Months', 'Maps to Color: North America'];

const once = () => ({ idempotencyKey: randomUUID() });

/** Changes the tax rate during the fair. */
export async function changeRate(
  office: Office,
  fair: FairDetails,
  salesTaxRate: number,
): Promise<void> {
  if (fair.salesTaxRate === salesTaxRate) return;
  const { schoolIdentifier, name, address, startDate, endDate, adminId, packageOption, version } =
    fair;
  await office.client.fairs.update({
    params: { id: fair.id },
    body: {
      schoolIdentifier,
      name,
      address,
      startDate,
      endDate,
      adminId,
      packageOption,
      version,
      salesTaxRate,
      confirm: true,
    },
  });
}

/** Scans a fair's cartons; the one with this number on its label is missing. */
export async function scanCartons(
  office: Office,
  fairId: string,
  stage: 'delivery' | 'return',
  missing?: number,
): Promise<void> {
  const { data: cartons } = await office.client.cartons.list({ params: { id: fairId } });
  const expected = cartons.filter(({ status }) =>
    stage === 'delivery' ? status === 'packed' : status === 'delivered',
  );
  const codes = expected
    .map(({ code }) => code)
    .filter(
      (code) => missing === undefined || !code.endsWith(`-C${String(missing).padStart(2, '0')}`),
    );
  if (codes.length > 0)
    await office.client.cartons.scan({ body: { fairId, stage, codes, confirm: true } });
}

/** Resolves the orders with a declined card, but not those that the customer canceled. */
export async function resolveDeclined(
  office: Office,
  fairId: string,
  decision: 'cancel' | 'uncollected',
): Promise<void> {
  for await (const { id } of everyRow((page) =>
    office.client.orders.list({ query: { ...page, fairId, status: ['open'] } }),
  )) {
    const { data: order } = await office.client.orders.getById({ params: { id } });
    if (!order.payments.every(({ status }) => status === 'failed')) continue;
    const reason =
      decision === 'cancel'
        ? 'Card declined, the books were put back'
        : 'Card declined, the child has the books';
    await office.client.orders.resolve({ params: { id }, body: { decision, reason } }, once());
  }
}

/** Ships the first ordered copies and marks the first of these as arrived. */
export async function shipSome(office: Office, fairId: string, share: number): Promise<void> {
  const lines: { id: string; fulfilmentStatus: string | null }[] = [];
  for await (const { id } of everyRow((page) =>
    office.client.orders.list({ query: { ...page, fairId, fulfilment: 'ship_to_school' } }),
  )) {
    const { data: order } = await office.client.orders.getById({ params: { id } });
    if (order.status !== 'open')
      lines.push(
        ...order.lines.filter(
          ({ fulfilment, fulfilmentStatus }) =>
            fulfilment === 'ship_to_school' && fulfilmentStatus !== 'cancelled',
        ),
      );
  }
  const leaving = lines.slice(0, Math.ceil(lines.length * share));
  const moveOn = async (some: typeof lines, from: string, status: 'shipped' | 'delivered') => {
    const lineIds = some
      .filter(({ fulfilmentStatus }) => fulfilmentStatus === from)
      .map(({ id }) => id);
    if (lineIds.length > 0)
      await office.client.orders.updateFulfilment({ body: { lineIds, status } }, once());
  };
  await moveOn(leaving.slice(Math.ceil(leaving.length / 2)), 'to_ship', 'shipped');
  const arrived = leaving.slice(0, Math.ceil(leaving.length / 2));
  await moveOn(arrived, 'to_ship', 'shipped');
  await moveOn(
    arrived.map((line) =>
      line.fulfilmentStatus === 'to_ship' ? { ...line, fulfilmentStatus: 'shipped' } : line,
    ),
    'shipped',
    'delivered',
  );
}

/** Counts money and returns, and closes out the fair. */
export async function endFair(
  office: Office,
  fairId: string,
  { profitOption, reverted }: Ending,
): Promise<void> {
  const { data: closeOut } = await office.client.closeOut.getById({ params: { id: fairId } });
  if (closeOut.versions.length === 0) {
    await countMoney(office, fairId, { shortCents: 175 });
    await countReturns(office, fairId);
    const { reviewed } = (await office.client.closeOut.getById({ params: { id: fairId } })).data;
    await office.client.closeOut.finishOrRevert(
      {
        body: {
          fairId,
          action: 'finish',
          profitOption,
          reviewed,
          secondPerson: 'Harriet Lindqvist',
          overShortReason: 'A quarter roll was miscounted',
          confirm: true,
        },
      },
      once(),
    );
  }
  const { data: now } = await office.client.closeOut.getById({ params: { id: fairId } });
  if (reverted !== undefined && now.state === 'finished' && now.versions.length === 1)
    await office.client.closeOut.finishOrRevert(
      { body: { fairId, action: 'revert', reason: reverted, confirm: true } },
      once(),
    );
}

/**
 * Records each evening's count by two people, up to the day `before`, if any. On the second evening
 * `shortCents` are missing in the drawer.
 */
export async function countMoney(
  office: Office,
  fairId: string,
  { before, shortCents = 0 }: { before?: string; shortCents?: number },
): Promise<void> {
  const { days } = (await office.client.closeOut.cashCounts({ params: { id: fairId } })).data;
  const sold = days.filter(
    ({ businessDay, expectedCashCents, expectedCheckCents }) =>
      (before === undefined || businessDay < before) &&
      (expectedCashCents !== 0 || expectedCheckCents !== 0),
  );
  for (const [number, day] of sold.entries()) {
    if (day.count) continue;
    const cashCents = Math.max(0, day.expectedCashCents - (number === 1 ? shortCents : 0));
    const body = {
      fairId,
      businessDay: day.businessDay,
      cashCents,
      checkCents: Math.max(0, day.expectedCheckCents),
      checks: day.expectedCheckCount,
      countedBy: 'Winifred Ostrander',
      secondPerson: 'Harriet Lindqvist',
    };
    await office.client.closeOut.addCashCount({ body }, once());
  }
}

/**
 * Records the warehouse's return count: nearly everything, with a few copies missing or damaged.
 */
async function countReturns(office: Office, fairId: string): Promise<void> {
  const rows = (await listFairLines(office, fairId)).map(({ sku, onHand }, index) => [
    sku,
    Math.max(0, onHand - (index % 17 === 3 ? 1 : 0)),
    index % 13 === 5 && onHand > 1 ? 1 : 0,
  ]);
  const file = await workbook({
    name: 'Return count',
    columns: [
      { header: 'ISBN/SKU', kind: 'isbn' },
      { header: 'Counted', kind: 'integer' },
      { header: 'Damaged', kind: 'integer' },
    ],
    rows,
  });
  const { data } = await office.client.uploads.bulkUpload({
    body: { kind: 'return-count', fairId, mode: 'commit' },
    file,
    fileName: 'return-count.xlsx',
  });
  const [wrong] = data.errors;
  if (wrong) throw new Error(`the return count was rejected: row ${wrong.row}, ${wrong.message}`);
}

/** Restocks the live fairs so that five titles stay sold out and seven have one copy left. */
export async function restock(office: Office, fairIds: readonly string[]): Promise<void> {
  const lines: FairLine[] = [];
  for (const fairId of fairIds) lines.push(...(await listFairLines(office, fairId)));
  const by = (stock: FairLine['stock']) => lines.filter((line) => line.stock === stock);
  const enough = by('in').sort((one, other) => one.onHand - other.onHand);
  const change = (line: FairLine, target: number) => {
    const updatedQuantity = Math.abs(target - line.onHand);
    const operation = target > line.onHand ? 'add' : 'remove';
    return office.client.inventory.update(
      {
        params: { id: line.id },
        body: {
          operation,
          updatedQuantity,
          seenQuantity: line.onHand,
          reason: operation === 'add' ? 'received' : 'kept_by_school',
          note: operation === 'add' ? 'Evening restock' : 'For the library',
        },
      },
      once(),
    );
  };
  for (const line of by('sold-out').slice(SOLD_OUT)) await change(line, 6);
  for (const line of by('last-copy').slice(LAST_COPIES)) await change(line, 6);
  for (let lacking = SOLD_OUT - by('sold-out').length; lacking > 0; lacking--)
    await change(enough.shift() ?? nothingLeft(), 0);
  for (let lacking = LAST_COPIES - by('last-copy').length; lacking > 0; lacking--)
    await change(enough.shift() ?? nothingLeft(), 1);
}

/** Deactivates the titles out of print and freezes one eWallet, once all fairs are under way. */
export async function tidyUp(office: Office): Promise<void> {
  for (const name of OUT_OF_PRINT) {
    const title = (
      await office.client.inventory.allInventory({ query: { search: name } })
    ).data.results.find((one) => one.title === name);
    if (title?.status === 'active')
      await office.client.inventory.changeTitleStatus({
        params: { id: title.id },
        body: { status: 'inactive' },
      });
  }
  const child = FUNDED_STUDENTS.at(-1);
  const student = (
    await office.client.students.list({ query: { search: child?.studentNumber ?? '' } })
  ).data.results.find(({ studentNumber }) => studentNumber === child?.studentNumber);
  if (student?.walletStatus === 'active')
    await office.client.students.changeWalletStatus({
      params: { id: student.id },
      body: { status: 'frozen' },
    });
}

function nothingLeft(): never {
  throw new Error('no title has more than one copy at the live fairs.');
}
