import { DocumentKind, documentNumber } from '@pos/contract/stock/warehouse/documents';
import { putAwayNumber } from '@pos/contract/stock/warehouse/put-away';
import {
  TITLE_MOVEMENTS,
  type MovementDocument,
  type TitleMovement,
  type TitleMovements,
} from '@pos/contract/stock/title-movements';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';

/** A movement whose document of the warehouse has its bare number as the label. */
type Row = Omit<TitleMovement, 'document'> & { document: MovementDocument | null };

/**
 * Returns the movements of a title but its sales at fairs, newest first, with what wrote them. An
 * index without the sales finds them, however often the title was sold.
 */
export async function findTitleMovements(
  db: Db,
  titleId: string,
  before: string | undefined,
): Promise<TitleMovements> {
  const { rows } = await sql<Row>`
    with latest as (
      select *
      from stock_movements
      where title_id = ${titleId}
        and reason not in ('sale', 'restock')
        ${before === undefined ? sql`` : sql`and id < ${before}`}
      order by id desc
      limit ${TITLE_MOVEMENTS + 1})
    select m.id, m.at, m.reason as kind, m.qty, m.from_place as "from", m.to_place as "to",
      case
        when g.id is not null then json_build_object('id', g.id, 'name', g.name)
      end as from_fair,
      case
        when r.id is not null then json_build_object('id', r.id, 'name', r.name)
      end as to_fair,
      a.reason, coalesce(a.note, '') as note, m.actor,
      case
        when d.id is not null then json_build_object(
          'kind', d.kind, 'id', d.id, 'label', d.number::text)
        when c.id is not null then json_build_object('kind', 'carton', 'id', c.id, 'label', c.code)
        when o.id is not null then json_build_object(
          'kind', 'order', 'id', o.id, 'label', o.order_number)
        when p.fair_id is not null then json_build_object(
          'kind', 'put_away', 'id', p.fair_id, 'label', coalesce(g.identifier, r.identifier))
        when m.ref_type in ('adjustment', 'close_out', 'line_deletion', 'upload')
          and m.ref_id is not null
          then json_build_object(
            'kind', m.ref_type, 'id', m.ref_id, 'label', coalesce(u.file_name, ''))
        when m.ref_type = 'job' and m.ref_id is not null then json_build_object(
          'kind', 'sync', 'id', m.ref_id, 'label', '')
      end as document
    from latest m
    left join fairs g on g.id = m.from_fair_id
    left join fairs r on r.id = m.to_fair_id
    left join stock_adjustments a on m.ref_type = 'adjustment' and a.id = m.ref_id
    left join stock_documents d on d.kind = m.ref_type and d.id = m.ref_id
    left join cartons c on c.id = case
      when m.ref_type in ('carton', 'carton_correction') then m.ref_id
      else a.carton_id
    end
    left join put_away_lines p
      on m.ref_type = 'close_out' and p.fair_id = coalesce(g.id, r.id) and p.title_id = m.title_id
    left join uploads u on m.ref_type = 'upload' and u.id = m.ref_id
    left join order_lines l on m.ref_type in ('order_line', 'shipment') and l.id = m.ref_id
    left join orders o on o.id = l.order_id
    order by m.id desc`.execute(db);
  const shown = rows.slice(0, TITLE_MOVEMENTS);
  return {
    movements: shown.map((row) => ({ ...row, document: row.document && numbered(row.document) })),
    next: rows.length > shown.length ? shown.at(-1)!.id : null,
  };
}

/** Writes the number of a document of the warehouse as people read it. */
function numbered(document: MovementDocument): MovementDocument {
  if (document.kind === 'put_away') return { ...document, label: putAwayNumber(document.label) };
  const { data: kind } = DocumentKind.safeParse(document.kind);
  return kind ? { ...document, label: documentNumber(kind, Number(document.label)) } : document;
}
