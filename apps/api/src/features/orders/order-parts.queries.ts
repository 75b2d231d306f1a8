import type { OrderLine, OrderRefund } from '@pos/contract/orders';
import type { Payment } from '@pos/contract/payments';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { runOnceCompiled } from '#api/db/compiled-once.ts';
import { PREPARED, type Db } from '#api/db/db.ts';

export function findOrderLines(db: Db, orderId: string): Promise<OrderLine[]> {
  return runOnceCompiled(db, 'order lines', [orderId], () =>
    db
      .selectFrom('orderLines')
      .modifyFront(PREPARED)
      .select([
        'id', 'lineNo', 'sku', 'title', 'category', 'quantity', 'unitPriceCents', 'grossCents', 'discountCents', 'netCents', 'taxable', 'taxCents', 'fulfilment', 'fulfilmentStatus', 'lastCopy',
        'refundedQty', 'refundedNetCents', 'refundedTaxCents', 'restockedQty',
      ])
      .where('orderId', '=', orderId)
      .orderBy('lineNo'),
  );
}

export function findOrderPayments(db: Db, orderId: string): Promise<Payment[]> {
  return runOnceCompiled(db, 'order payments', [orderId], () =>
    db
      .selectFrom('payments')
      .modifyFront(PREPARED)
      .select(['id', 'method', 'type', 'status', 'amountCents', 'tenderedCents', 'changeCents', 'refundedCents', 'checkNumber', 'cardBrand', 'cardLast4', 'processorRef', 'reviewReason', 'failureCode', 'paidAt'])
      .where('orderId', '=', orderId)
      .orderBy('id'),
  );
}

/** The refunds of an order, the oldest first, each with its lines and what it gave back to each tender. */
export function findOrderRefunds(db: Db, orderId: string): Promise<OrderRefund[]> {
  return runOnceCompiled(db, 'order refunds', [orderId], () =>
    db
      .selectFrom('refunds')
      .modifyFront(PREPARED)
      .select((eb) => [
        'refunds.id', 'refunds.refundedAt', 'refunds.businessDay', 'refunds.reason', 'refunds.netCents', 'refunds.taxCents', 'refunds.totalCents',
        jsonArrayFrom(
          eb
            .selectFrom('refundLines')
            .innerJoin('orderLines', 'orderLines.id', 'refundLines.orderLineId')
            .select(['orderLines.lineNo', 'refundLines.quantity', 'refundLines.netCents', 'refundLines.taxCents', 'refundLines.restock'])
            .whereRef('refundLines.refundId', '=', 'refunds.id')
            .orderBy('orderLines.lineNo'),
        ).as('lines'),
        jsonArrayFrom(
          eb.selectFrom('refundTenders').select(['refundTenders.method', 'refundTenders.paidOutAs', 'refundTenders.amountCents']).whereRef('refundTenders.refundId', '=', 'refunds.id').orderBy('refundTenders.id'),
        ).as('tenders'),
      ])
      .where('refunds.orderId', '=', orderId)
      .orderBy('refunds.createdAt')
      .orderBy('refunds.id'),
  );
}
