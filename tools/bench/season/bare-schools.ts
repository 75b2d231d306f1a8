import { type Answer, list, selectPlannedRows, storedCount } from './bare-sql.ts';

const SCHOOL_COLUMNS = `
  s.id, s.identifier, s.name, s.address, s.city, s.state, s.zip, s.phone,
    s.time_zone as "timeZone", s.region, s.enrollment, s.tax_exempt as "taxExempt",
    s.exempt_valid_to as "exemptValidTo", s.facts_enabled as "factsEnabled",
    s.coordinator_name as "coordinatorName", s.coordinator_email as "coordinatorEmail",
    s.coordinator_phone as "coordinatorPhone",
    s.ave_dollar_balance_cents as "aveDollarBalanceCents", s.in_source as "inSource", s.status,
    s.version, s.created_at as "createdAt", s.updated_at as "updatedAt",
    (select count(*) from fairs where fairs.school_id = s.id) as fairs,
    case
      when not s.tax_exempt then 'none'
      when s.exempt_valid_to < (now() at time zone s.time_zone)::date then 'expired'
      when s.exempt_certificate_no is null then 'incomplete'
      else 'current'
    end as exemption`;
const LISTED = (where: string) => `
  select ${SCHOOL_COLUMNS}
  from schools s ${where}
  order by lower(s.name), s.id
  limit 20`;
const FOUND = 'where s.name ilike $1 or s.identifier ilike $1 or s.city ilike $1';

const schools = (where: string, count: string, values: unknown[] = []) =>
  list(selectPlannedRows(LISTED(where), values), selectPlannedRows(count, values));

const ONE_SCHOOL = `
  select ${SCHOOL_COLUMNS}, s.contacts, s.profit_bands as "profitBands",
    s.payment_terms as "paymentTerms", s.notes,
    coalesce(s.exempt_certificate_no, '') as "exemptCertificateNo",
    (
      select json_build_object('fileName', c.file_name, 'uploadedAt', c.uploaded_at)
      from school_certificates c
      where c.school_id = s.id) as certificate,
    (
      select json_build_object('id', k.id, 'identifier', k.identifier, 'name', k.name)
      from schools k
      where k.id = s.merged_into) as "mergedInto",
    case when s.in_source then s.source_fields else '{}' end as "sourceFields"
  from schools s
  where s.id = $1`;

/** The lists of schools, and one school. */
export const SCHOOLS: Record<string, Answer> = {
  '/schools': () => schools('', storedCount('schools')),
  '/school': async (given) => {
    const [data] = await selectPlannedRows(ONE_SCHOOL, [given.get('id')]);
    return { data };
  },
  '/schools/search': (given) =>
    schools(FOUND, `select count(*) from schools s ${FOUND}`, [`%${given.get('search')}%`]),
};
