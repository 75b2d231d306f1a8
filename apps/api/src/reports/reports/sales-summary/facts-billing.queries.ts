import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { Day } from '@pos/contract/values';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { customerColumns } from '../figures/line-columns.queries.ts';
import {
  fromRefunded,
  fromSold,
  isCountedSale,
  type ReportScope,
  preparedFor,
} from '../report-scope.ts';

export type FactsChargeRow = {
  studentName: string | null;
  grade: string | null;
  familyId: string | null;
  orderNumber: string;
  fairName: string;
  date: Day;
  /** Negative for a refund. */
  amountCents: number;
  units: number;
};

/**
 * Returns the charges that the school's bookkeeper bills through FACTS (domain 1.11): each charge
 * on the day of sale and each refund on its own day, together the net of the Facts tender.
 * `withStudents` false leaves out the students.
 */
export async function factsChargeRows(
  db: Db,
  scope: ReportScope,
  withStudents: boolean,
): Promise<FactsChargeRow[]> {
  const { name, grade, join: who } = customerColumns(withStudents);
  const columns = sql`
    ${name} as student_name, ${grade} as grade,
      ${withStudents ? sql`s.facts_family_id` : sql`null::text`} as family_id, o.order_number`;
  const { rows } = await sql<FactsChargeRow>`
    select ${preparedFor(scope)} charges.*, f.name as fair_name
    from (
      select ${columns}, o.fair_id, o.business_day as date, p.amount_cents, o.units
      ${fromSold(
        scope,
        sql`
          join payments p on p.order_id = o.id
            and p.method = ${sql.lit(PaymentMethod.facts)}
            and ${isCountedSale()} ${who}`,
      )}
      union all
      select ${columns}, o.fair_id, r.business_day, -t.amount_cents, -r.units
      ${fromRefunded(
        scope,
        sql`
          join refund_tenders t on t.refund_id = r.id
            and t.method = ${sql.lit(PaymentMethod.facts)} ${who}`,
      )}) charges
    join fairs f on f.id = charges.fair_id
    order by student_name, order_number, date, amount_cents desc`.execute(db);
  return rows;
}
