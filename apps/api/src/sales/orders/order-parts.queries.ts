import type { OrderApproval, OrderLine } from '@pos/contract/sales/orders';
import type { OrderRefund } from '@pos/contract/sales/order-refunds';
import type { Payment } from '@pos/contract/sales/payments';
import { sql } from 'kysely';
import { instantText, toJson, jsonRows } from '#api/db/json-columns.ts';
import { titlePicture } from '#api/db/title-picture.ts';

/**
 * Parts of an order, each a column of a statement that reads `orders`, so that one statement reads
 * a whole order.
 */

export const orderLines = jsonRows<OrderLine>(
  toJson(
    'orderLines',
    [
      'id',
      'lineNo',
      'sku',
      'title',
      'category',
      'quantity',
      'unitPriceCents',
      'grossCents',
      'discountCents',
      'discountReason',
      'netCents',
      'taxable',
      'taxCents',
      'fulfilment',
      'fulfilmentStatus',
      'lastCopy',
      'refundedQty',
      'refundedNetCents',
      'refundedTaxCents',
      'restockedQty',
    ],
    { pictureId: titlePicture('orderLines.titleId') },
  ),
  sql`from order_lines where order_lines.order_id = orders.id`,
  sql`order_lines.line_no`,
);

export const orderPayments = jsonRows<Payment>(
  toJson(
    'payments',
    [
      'id',
      'method',
      'type',
      'status',
      'amountCents',
      'tenderedCents',
      'changeCents',
      'roundingCents',
      'refundedCents',
      'checkNumber',
      'cardBrand',
      'cardLast4',
      'processorRef',
      'reviewReason',
      'failureCode',
    ],
    { paidAt: instantText('payments.paidAt') },
  ),
  sql`from payments where payments.order_id = orders.id`,
  sql`payments.id`,
);

/** Refunds, oldest first, each with its lines and the amounts returned per tender. */
export const orderRefunds = jsonRows<OrderRefund>(
  toJson(
    'refunds',
    ['id', 'businessDay', 'reason', 'netCents', 'taxCents', 'totalCents', 'roundingCents'],
    {
      refundedAt: instantText('refunds.refundedAt'),
      lines: jsonRows(
        toJson('refundLines', ['quantity', 'netCents', 'taxCents', 'restock'], {
          lineNo: sql`order_lines.line_no`,
        }),
        sql`
        from refund_lines
        join order_lines on order_lines.id = refund_lines.order_line_id
        where refund_lines.refund_id = refunds.id`,
        sql`order_lines.line_no`,
      ),
      tenders: jsonRows(
        toJson('refundTenders', ['method', 'paidOutAs', 'amountCents']),
        sql`from refund_tenders where refund_tenders.refund_id = refunds.id`,
        sql`refund_tenders.id`,
      ),
    },
  ),
  sql`from refunds where refunds.order_id = orders.id`,
  sql`refunds.created_at, refunds.id`,
);

/** Approvals of an order and of its refunds, oldest first. */
export const orderApprovals = jsonRows<OrderApproval>(
  toJson('approvals', ['kinds', 'isChecked'], {
    approvedBy: sql`admins.first_name || ' ' || admins.last_name`,
    approvedAt: instantText('approvals.approvedAt'),
  }),
  sql`
    from approvals
    join admins on admins.id = approvals.admin_id
    where approvals.order_id = orders.id`,
  sql`approvals.approved_at, approvals.id`,
);
