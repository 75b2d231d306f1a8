import { PURPOSES } from '@pos/contract/sales/payment-states';
import { PAYMENT_LIST } from '@pos/contract/sales/payments.columns';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { PAYMENT_TYPES, PaymentsQuery, type PaymentRow } from '@pos/contract/sales/payments';
import { sql } from 'kysely';
import { exportedList } from '#api/lists/exported-list.ts';
import { inDays } from '#api/lists/days.ts';
import { isIn, List } from '#api/lists/list.ts';
import { readablePaths } from '#api/lists/search-path.ts';
import { searchTerms } from '#api/lists/search-text.ts';
import { storedPaymentCount } from './payment-counts.queries.ts';
import { selectPayments } from './payment-rows.queries.ts';
import { PAYMENT_SEARCH } from './payment-search.queries.ts';

const TYPES = Object.fromEntries(Object.entries(PAYMENT_TYPES).map(([name, type]) => [type, name]));

/** The payments list: rows, sorts, filters, searches, counts and export. Times are in the fair's time zone, or else the school's. */
export const paymentList = new List(PaymentsQuery, {
  rows: selectPayments,
  id: 'payments.id',
  sorts: {
    paidAt: sql`payments.paid_at`,
    amountCents: sql`payments.amount_cents`,
    status: sql`payments.status`,
    method: sql`payments.method`,
    orderNumber: sql`orders.order_number`,
    fairName: sql`lower(fairs.name)`,
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
  stored: {
    by: ['fairId', 'status', 'method', 'type', 'purpose', 'from', 'to'],
    total: storedPaymentCount,
  },
  growing: {
    table: 'payments',
    time: 'paid_at',
    sort: 'paidAt',
    sortJoins: {
      orderNumber: sql`left join orders on orders.id = payments.order_id`,
      fairName: sql`left join fairs on fairs.id = payments.fair_id`,
    },
    places: ({ fairId, schoolId, deviceId }) =>
      fairId || schoolId || deviceId
        ? undefined
        : [
            { ids: sql`visible_fairs()`, where: sql`payments.fair_id = place.id` },
            {
              ids: sql`visible_schools()`,
              where: sql`payments.school_id = place.id and payments.fair_id is null`,
            },
          ],
    selective: ['fairId', 'schoolId', 'deviceId'],
    meanings: (text, readsStudents) =>
      readablePaths(PAYMENT_SEARCH, searchTerms(text), readsStudents),
  },
  exported: exportedList<PaymentRow, typeof PAYMENT_LIST>('Payments', PAYMENT_LIST, {
    purpose: (row) => PURPOSES[row.purpose],
    method: (row) => PAYMENT_METHODS[row.method],
    type: (row) => TYPES[row.type] ?? null,
  }),
});
