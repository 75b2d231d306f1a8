import { lockAveDollars, lockWallets } from '#api/sales/payments/wallets/balance-locks.queries.ts';
import { lockFairLines, lockTitles } from '#api/stock/stock/stock-locks.queries.ts';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { hiddenFromPlanner } from '#api/db/compiled-once.ts';
import type { Tx } from '#api/db/db.ts';
import { type SaleFacts, findTitleFacts } from './sale-facts.ts';
import { getOrderWalletId } from './sale-payments.rules.ts';
import type { Balances, Sale, TakenPayments } from './planned-sale.ts';

/**
 * Locks the balances that the sales draw on, in the order of trust.md rule 7 (eWallets, the school,
 * fair lines, titles; each by ID), and reads them.
 */
export async function lockBalances(
  tx: Tx,
  facts: SaleFacts,
  taken: TakenPayments,
  sales: readonly Sale[],
): Promise<Balances> {
  const lines = sales.flatMap(({ order }) => order.lines);
  const getTitles = (fulfilment: 'in_person' | 'ship_to_school') =>
    new Map(
      lines
        .flatMap((line) =>
          line.fulfilment === fulfilment ? (findTitleFacts(facts, line.sku) ?? []) : [],
        )
        .map((title) => [title.id, title]),
    );
  const inPerson = getTitles('in_person');
  const payments = sales.flatMap(({ order }) => order.payments);
  const walletCents = await lockWallets(tx, getWallets(facts, sales));
  const aveDollarCents = payments.some((payment) => payment.method === PaymentMethod.aveDollar)
    ? await lockAveDollars(tx, facts.fair.schoolId)
    : 0;
  await addMissingLines(
    tx,
    facts.fair.id,
    [...inPerson.values()].filter((title) => !title.line),
  );
  const onHand = await lockFairLines(tx, facts.fair.id, [...inPerson.keys()]);
  const available = await lockTitles(tx, [...getTitles('ship_to_school').keys()]);
  return { ...taken, walletCents, aveDollarCents, onHand, available };
}

type SoldPaymentKeys = { clientPaymentId: string; processorRef: string | null };
export type TakenKind = 'payment' | 'reference';

/** Unique keys that payments come with. */
export type PaymentKeys = { paymentIds: readonly string[]; processorRefs: readonly string[] };

export function paymentKeys(payments: readonly SoldPaymentKeys[]): PaymentKeys {
  return {
    paymentIds: payments.map((payment) => payment.clientPaymentId),
    processorRefs: payments.flatMap((payment) => payment.processorRef ?? []),
  };
}

/** Finds which of these keys an existing payment already has. */
export function takenPayments({ paymentIds, processorRefs }: PaymentKeys): RawBuilder<unknown> {
  return sql`
    select 'payment' as kind, client_payment_id::text as id
    from payments
    where client_payment_id = any(${hiddenFromPlanner(paymentIds)}::uuid[])
    union all
    select 'reference', processor_ref
    from payments
    where processor_ref = any(${hiddenFromPlanner(processorRefs)}::text[])`;
}

/** Groups the rows found by `takenPayments`. */
export function toTakenPayments(rows: readonly { kind: string; id: string }[]): TakenPayments {
  const toIds = (kind: TakenKind) =>
    new Set(rows.flatMap((row) => (row.kind === kind ? row.id : [])));
  return { paymentIds: toIds('payment'), processorRefs: toIds('reference') };
}

export async function findTakenPayments(
  tx: Tx,
  payments: readonly SoldPaymentKeys[],
): Promise<TakenPayments> {
  return toTakenPayments(
    (
      await sql<{ kind: TakenKind; id: string }>`${takenPayments(paymentKeys(payments))}`.execute(
        tx,
      )
    ).rows,
  );
}

function getWallets(facts: SaleFacts, sales: readonly Sale[]): string[] {
  const paying = sales.filter(({ order }) =>
    order.payments.some((payment) => payment.method === PaymentMethod.eWallet),
  );
  return [...new Set(paying.flatMap(({ order }) => getOrderWalletId(order, facts) ?? []))];
}

/**
 * Adds a line with nothing sent, at the catalog price, for titles sold at the fair without being on
 * its list.
 */
async function addMissingLines(
  tx: Tx,
  fairId: string,
  titles: readonly { id: string; priceCents: number }[],
): Promise<void> {
  if (titles.length === 0) return;
  for (const title of titles.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    await tx
      .insertInto('fairLines')
      .values({
        id: uuidv7(),
        fairId,
        titleId: title.id,
        priceCents: title.priceCents,
        countedReturnQty: null,
      })
      .onConflict((conflict) => conflict.columns(['fairId', 'titleId']).doNothing())
      .execute();
    await tx
      .insertInto('fairLinePrices')
      .values({ fairId, titleId: title.id, priceCents: title.priceCents })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
