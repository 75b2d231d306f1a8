import { PAYMENT_LIST } from '@pos/contract/sales/payments.columns';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { PAYMENT_TYPES, PaymentsQuery, type PaymentRow } from '@pos/contract/sales/payments';
import { sql } from 'kysely';
import { exportedList } from '#api/lists/exported-list.ts';
import { HotList } from '#api/lists/hot-list.ts';
import { isIn } from '#api/lists/list.ts';
import { inDays } from '#api/lists/page-start.ts';
import { searchTerms } from '#api/lists/search-text.ts';
import { storedPaymentCount } from './payment-counts.queries.ts';
import { selectPayments } from './payment-rows.queries.ts';
import { PAYMENT_SEARCH } from './payment-search.queries.ts';

const TYPES = Object.fromEntries(Object.entries(PAYMENT_TYPES).map(([name, type]) => [type, name]));

/** The payments list: rows, sorts, filters, searches, counts and export. Times are in the fair's time zone, or else the school's. */
export const paymentList = new HotList(PaymentsQuery, {
  table: 'payments',
  time: 'paid_at',
  rows: selectPayments,
  newestFirst: '-paidAt',
  sorts: {
    paidAt: { by: sql`payments.paid_at` },
    amountCents: { by: sql`payments.amount_cents` },
    status: { by: sql`payments.status` },
    method: { by: sql`payments.method` },
    orderNumber: {
      by: sql`orders.order_number`,
      join: sql`left join orders on orders.id = payments.order_id`,
    },
    fairName: {
      by: sql`lower(fairs.name)`,
      join: sql`left join fairs on fairs.id = payments.fair_id`,
    },
  },
  defaults: { voided: 'exclude' },
  filters: {
    voided: (voided) =>
      voided === 'include' ? undefined : sql`payments.voided_by_reset_id is null`,
    fairId: (id) => sql`payments.fair_id = ${id}`,
    schoolId: (id) => sql`payments.school_id = ${id}`,
    deviceId: (id) => sql`payments.device_id = ${id}`,
    status: (statuses) => isIn(sql`payments.status`, statuses),
    method: (methods) => isIn(sql`payments.method`, methods),
    type: (types) => isIn(sql`payments.type`, types),
    purpose: (purpose) => sql`payments.purpose = ${purpose}`,
    from: (_from, query) => inDays(sql`payments.business_day`, sql`payments.paid_at`, query),
    to: (_to, query) =>
      query.from ? undefined : inDays(sql`payments.business_day`, sql`payments.paid_at`, query),
    minCents: (cents) => sql`payments.amount_cents >= ${cents}`,
    maxCents: (cents) => sql`payments.amount_cents <= ${cents}`,
  },
  selectiveFilters: ['fairId', 'deviceId'],
  counts: {
    by: ['fairId', 'status', 'method', 'type', 'purpose', 'from', 'to'],
    total: storedPaymentCount,
    pageStartFilters: ['fairId', 'from', 'to'],
    firstRowsFilters: ['fairId', 'purpose'],
    constantFilters: ['purpose'],
    hourlyCounts: 'payment',
  },
  terms: searchTerms,
  search: PAYMENT_SEARCH,
  exported: exportedList<PaymentRow, typeof PAYMENT_LIST>('Payments', PAYMENT_LIST, {
    purpose: (row) => (row.purpose === 'sale' ? 'Sale' : 'eWallet top-up'),
    method: (row) => PAYMENT_METHODS[row.method],
    type: (row) => TYPES[row.type] ?? null,
  }),
});
