import type { HeldOrder, HeldOrdersQuery } from '@pos/contract/sales/held-orders';
import type { SoldOrder } from '@pos/contract/sales/register-orders';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import type { Total } from '#api/lists/paging.ts';
import { heldOrderList, type HeldOrderRow } from './held-orders.list.ts';
import { computeRelease } from './held-release.rules.ts';
import { readStoredOrder } from '#api/sales/register-orders/read-order.rules.ts';

/**
 * Returns one page of held orders and the number of matches. `readsStudents`: the reader has the
 * right to read Students.
 */
export async function findHeldOrders(
  db: Db,
  query: HeldOrdersQuery,
  readsStudents: boolean,
): Promise<{ results: HeldOrder[]; total: Total }> {
  const { results, total } = await heldOrderList.find(db, query, readsStudents);
  return { results: await withContents(db, results, readsStudents), total };
}

/** Returns one held order in the list's form. */
export async function findHeldOrder(
  db: Db,
  id: string,
  readsStudents: boolean,
): Promise<HeldOrder | undefined> {
  const row = await heldOrderList.findById(db, id);
  return row && (await withContents(db, [row], readsStudents))[0];
}

/**
 * Adds the buyer, the lines and the sums as sold and as a release would book them. Titles come from
 * the catalog.
 */
async function withContents(
  db: Db,
  rows: readonly HeldOrderRow[],
  readsStudents: boolean,
): Promise<HeldOrder[]> {
  const received = rows.map((row) => readStoredOrder(row.body));
  const titles = await findTitles(
    db,
    received.flatMap(({ body: order }) => order.lines.flatMap((line) => line.sku ?? [])),
  );
  return rows.map((row, index) => ({
    ...toHeldOrder(row, received[index]!, titles),
    ...toBuyer(received[index]!.body, row.studentName, readsStudents),
  }));
}

/** Returns the name and number of the buyer; neither of a student unless the reader may see them. */
function toBuyer(
  { customerType, customerName, studentNumber }: SoldOrder,
  studentName: string | null,
  readsStudents: boolean,
): Pick<HeldOrder, 'customerName' | 'studentNumber'> {
  const isHidden = !readsStudents && (customerType === 'student' || studentNumber !== null);
  return isHidden
    ? { customerName: null, studentNumber: null }
    : { customerName: customerName ?? studentName, studentNumber };
}

function toHeldOrder(
  {
    body: _body,
    studentName: _studentName,
    decidedAt,
    decidedBy,
    decisionReason,
    orderId,
    orderNumber,
    ...row
  }: HeldOrderRow,
  { body: held, exceededLimits }: ReturnType<typeof readStoredOrder>,
  titles: ReadonlyMap<string, string>,
): Omit<HeldOrder, 'customerName' | 'studentNumber'> {
  const release = exceededLimits === undefined ? computeRelease(held) : undefined;
  const { lines } = release?.order ?? held;
  const reason = decisionReason ?? '';
  return {
    ...row,
    outcome:
      decidedAt === null
        ? null
        : { by: decidedBy ?? 'System', at: decidedAt, reason, orderId, orderNumber },
    lines: lines.map((line) => toHeldLine(line, titles)),
    payments: held.payments.map(({ method, amountCents, status, cardLast4 }) => ({
      method,
      amountCents,
      status,
      cardLast4,
    })),
    sold: soldSums(held),
    booked: release
      ? {
          ...soldSums(release.order),
          uncollectedCents: release.uncollectedCents,
          overpaidCents: release.overpaidCents,
        }
      : null,
  };
}

function toHeldLine(
  line: SoldOrder['lines'][number],
  titles: ReadonlyMap<string, string>,
): HeldOrder['lines'][number] {
  const { lineNo, sku, title, category, quantity, unitPriceCents, discountCents, fulfilment } =
    line;
  const known = sku === null ? undefined : titles.get(sku.toLowerCase());
  return {
    lineNo,
    sku,
    title: known ?? title ?? category,
    quantity,
    unitPriceCents,
    discountCents,
    fulfilment,
    isUnknown: sku !== null && known === undefined,
  };
}

/** Returns the register's sums. The paid amount is capped at the largest safe integer. */
function soldSums({ subtotalCents, taxCents, totalCents, payments }: SoldOrder) {
  const paidCents = Math.min(
    payments.reduce((sum, payment) => sum + payment.amountCents, 0),
    Number.MAX_SAFE_INTEGER,
  );
  return { subtotalCents, taxCents, totalCents, paidCents };
}

async function findTitles(db: Db, skus: readonly string[]): Promise<Map<string, string>> {
  if (skus.length === 0) return new Map();
  const { rows } = await sql<{
    sku: string;
    title: string;
  }>`
    select lower(sku) as sku, title
    from titles
    where lower(sku) = any(${skus.map((sku) => sku.toLowerCase())})`.execute(db);
  return new Map(rows.map(({ sku, title }) => [sku, title]));
}
