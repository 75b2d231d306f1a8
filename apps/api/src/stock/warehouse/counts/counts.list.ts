import { type Count, CountsQuery } from '@pos/contract/stock/warehouse/counts';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { isIn, List } from '#api/lists/list.ts';
import { containing, hasName } from '#api/lists/search-text.ts';
import { numberText } from '../documents/document-number.sql.ts';
import { DIFFERENCE, RESULT } from './lines.sql.ts';

const number = numberText('count', 'd');

/** Sum of the differences of one sign; null while the count is open or discarded. */
const side = (sign: '<' | '>') => sql<Count['few']>`
  case d.state
    when 'counted' then (
      select json_build_object(
        'titles', count(*), 'units', coalesce(sum(abs(${DIFFERENCE})), 0),
        'valueCents', coalesce(sum(abs(${DIFFERENCE}) * t.price_cents), 0))
      from count_lines l
      join titles t on t.id = l.title_id
      where l.document_id = d.id and ${DIFFERENCE} ${sql.raw(sign)} 0)
    when 'booked' then (
      select json_build_object(
        'titles', count(*), 'units', coalesce(sum(abs(b.difference)), 0),
        'valueCents', coalesce(sum(abs(b.difference) * b.price_cents), 0))
      from count_differences b
      where b.document_id = d.id and b.difference ${sql.raw(sign)} 0)
  end`;

function selectCounts(db: Db) {
  return db
    .selectFrom('stockDocuments as d')
    .innerJoin('counts as c', 'c.documentId', 'd.id')
    .leftJoinLateral(
      sql<{ titles: number; units: number }>`(
        select count(${RESULT}) as titles, coalesce(sum(${RESULT}), 0)::bigint as units
        from count_lines l
        where l.document_id = d.id)`.as('counted'),
      (join) => join.onTrue(),
    )
    .select(['d.id', 'd.openedBy', 'd.openedAt', 'd.closedBy', 'd.closedAt'])
    .select(['c.scope', 'c.note', 'c.version', 'c.updatedAt'])
    .select(sql<Count['categories']>`c.categories`.as('categories'))
    .select(sql<Count['state']>`d.state`.as('state'))
    .select(number.as('number'))
    .select(sql<number>`counted.titles`.as('countedTitles'))
    .select(sql<number>`counted.units`.as('countedUnits'))
    .select(side('<').as('few'))
    .select(side('>').as('many'));
}

/** The counts of the warehouse. Each row says nothing about stock while its count is open. */
export const countList = new List(CountsQuery, {
  rows: selectCounts,
  id: 'd.id',
  sorts: {
    number: sql`d.number`,
    openedAt: sql`d.opened_at`,
    closedAt: sql`d.closed_at`,
    state: sql`d.state`,
  },
  emptyLast: ['closedAt'],
  filters: {
    state: (states) => isIn(sql`d.state`, states),
    scope: (scopes) => isIn(sql`c.scope`, scopes),
  },
  search: (text) => [
    sql`${number} ilike ${containing(text)}`,
    hasName(sql`d.opened_by`, text),
    sql`c.note ilike ${containing(text)}`,
  ],
});
