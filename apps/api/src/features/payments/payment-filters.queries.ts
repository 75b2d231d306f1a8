import type { PaymentsFilters } from '@pos/contract/payments';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { inDays } from '#api/http/page-start.ts';
import { matchingRows, type SearchPlan } from '#api/http/search-rows.ts';
import { searchTerms } from '#api/http/search-text.ts';
import { matchesSearch, paymentSearchQueries } from './payment-search.queries.ts';

/** The payments that a list's filters match; `way` says how its search is answered. */
export function matchingPayments(
  db: Db,
  query: PaymentsFilters,
  readsStudents: boolean,
  way: SearchPlan = 'meant',
) {
  let matching = db.selectFrom('payments');
  const {
    status,
    method,
    type,
    purpose,
    fairId,
    schoolId,
    deviceId,
    from,
    to,
    minCents,
    maxCents,
    voided,
    search,
  } = query;
  if (voided !== 'include') matching = matching.where('payments.voidedByResetId', 'is', null);
  if (status) matching = matching.where('payments.status', 'in', status);
  if (method) matching = matching.where('payments.method', 'in', method);
  if (type) matching = matching.where('payments.type', 'in', type);
  if (purpose) matching = matching.where('payments.purpose', '=', purpose);
  if (fairId) matching = matching.where('payments.fairId', '=', fairId);
  if (schoolId) matching = matching.where('payments.schoolId', '=', schoolId);
  if (deviceId) matching = matching.where('payments.deviceId', '=', deviceId);
  if (from ?? to)
    matching = matching.where(inDays(sql`payments.business_day`, sql`payments.paid_at`, query));
  if (minCents !== undefined) matching = matching.where('payments.amountCents', '>=', minCents);
  if (maxCents !== undefined) matching = matching.where('payments.amountCents', '<=', maxCents);
  if (search) matching = matching.where(searchFilter(search, readsStudents, way));
  return matching;
}

function searchFilter(search: string, readsStudents: boolean, way: SearchPlan) {
  if (typeof way === 'object') return sql<SqlBool>`payments.id = any(${way.ids}::uuid[])`;
  if (way !== 'meant') return matchesSearch(search, readsStudents);
  const found = matchingRows('payments', paymentSearchQueries(searchTerms(search), readsStudents));
  return sql<SqlBool>`payments.id in (select id from ${found})`;
}
