import { MOVEMENT_REASONS } from '#api/stock/stock/stock.service.ts';
import type { Invariant } from './invariant.ts';

const toColumn = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Rule = { column: string; sign: 1 | -1; reasons: string[] };

/** Quantities of a fair's line that movements change, each with the reasons of its movements. */
const rules = new Map<string, Rule>();
for (const [reason, rule] of Object.entries(MOVEMENT_REASONS)) {
  if (!rule) continue;
  const column = toColumn(rule.column);
  const known = rules.get(column) ?? { column, sign: rule.sign, reasons: [] };
  rules.set(column, { ...known, reasons: [...known.reasons, `'${reason}'`] });
}
/** `quantity of a fair's line = Σ movements of its reasons`, for each of them. */
const fairFigures = [...rules.values()].map(
  ({ column, sign, reasons }) =>
    `l.${column} <> ${sign} * coalesce(sum(m.units) filter (where m.reason in (${reasons.join(', ')})), 0)`,
);

export const stock: Invariant[] = [
  {
    code: 'I06',
    promise: 'Each stock figure at a fair = the sum of its movements.',
    query: `
      select l.id, l.fair_id, l.title_id, l.on_hand, coalesce(sum(m.units), 0) as moved
      from fair_lines l
      left join (
        select to_fair_id as fair_id, title_id, reason, qty as units
        from stock_movements
        where to_fair_id is not null
        union all
        select from_fair_id, title_id, reason, -qty
        from stock_movements
        where from_fair_id is not null) m
        on m.fair_id = l.fair_id and m.title_id = l.title_id
      group by l.id
      having l.on_hand <> coalesce(sum(m.units), 0) or ${fairFigures.join(' or ')}`,
  },
  {
    code: 'I06',
    promise:
      'What moved into and out of a fair for a title that it has no line for adds up to nothing, reason by reason.',
    query: `
      select m.fair_id, m.title_id, m.reason, sum(m.units) as moved
      from (
        select to_fair_id as fair_id, title_id, reason, qty as units
        from stock_movements
        where to_fair_id is not null
        union all
        select from_fair_id, title_id, reason, -qty
        from stock_movements
        where from_fair_id is not null) m
      where not exists (
        select
        from fair_lines l
        where l.fair_id = m.fair_id and l.title_id = m.title_id)
      group by m.fair_id, m.title_id, m.reason
      having sum(m.units) <> 0`,
  },
  {
    code: 'I06',
    promise:
      'The adjusted quantity of a line = the sum of its adjustments, and each of these has its movement.',
    query: `
      select l.id, l.adjust_qty, sum(a.delta) as adjusted
      from fair_lines l
      left join stock_adjustments a on a.fair_line_id = l.id
      group by l.id
      having l.adjust_qty <> coalesce(sum(a.delta), 0)
      union all
      select a.id, a.delta, sum(case when m.to_fair_id = a.fair_id then m.qty else -m.qty end)
      from stock_adjustments a
      left join stock_movements m on m.ref_type = 'adjustment'
        and m.ref_id = coalesce(a.transfer_id, a.id)
        and m.reason = 'adjusted'
        and a.fair_id in (m.to_fair_id, m.from_fair_id)
      group by a.id
      having coalesce(
        sum(case when m.to_fair_id = a.fair_id then m.qty else -m.qty end), 0) <> a.delta`,
  },
  {
    code: 'I06',
    promise: 'The warehouse quantity of a title = the sum of its movements.',
    query: `
      select t.id, t.sku, t.warehouse_qty
      from titles t
      left join (
        select title_id,
          sum(
            case when to_place = 'warehouse' then qty else 0 end
              - case when from_place = 'warehouse' then qty else 0 end) as moved
        from stock_movements
        group by title_id) m on m.title_id = t.id
      where t.warehouse_qty <> coalesce(m.moved, 0)`,
  },
  {
    code: 'I06',
    promise:
      'The allocated quantity of a title = its ship-to-school units that are paid and not yet shipped.',
    query: `
      select t.id, t.sku, t.allocated_qty
      from titles t
      left join (
        select ol.*
        from order_lines ol
        join orders o on o.id = ol.order_id
          and o.status <> 'cancelled'
          and o.voided_by_reset_id is null) l
        on l.title_id = t.id and l.fulfilment_status = 'to_ship'
      group by t.id
      having t.allocated_qty <> coalesce(sum(l.quantity - l.refunded_qty), 0)`,
  },
  {
    code: 'I06',
    promise:
      'What left a fair with a carton is its sound content but what was sold while it is missing at delivery, and nothing otherwise.',
    query: `
      select c.id, c.code, c.status, m.title_id, coalesce(content.qty, 0) as content,
        m.units as gone
      from cartons c
      join (
        select ref_id, title_id,
          sum(case when from_fair_id is not null then qty else -qty end) as units
        from stock_movements
        where ref_type = 'carton' and reason = 'missing'
        group by ref_id, title_id) m on m.ref_id = c.id
      left join carton_contents content on content.carton_id = c.id
        and content.title_id = m.title_id
      where m.units <> case
        when c.status = 'missing_at_delivery' then coalesce(
          content.qty - content.short_qty - content.damaged_qty - content.sold_qty, 0)
        else 0
      end
      union all
      select c.id, c.code, c.status, content.title_id, content.qty, 0
      from cartons c
      join carton_contents content on content.carton_id = c.id
      where c.status = 'missing_at_delivery'
        and content.qty > content.short_qty + content.damaged_qty + content.sold_qty
        and exists (
          select
          from fair_lines l
          where l.fair_id = c.fair_id and l.title_id = content.title_id)
        and not exists (
          select
          from stock_movements m
          where m.ref_type = 'carton'
            and m.ref_id = c.id
            and m.reason = 'missing'
            and m.title_id = content.title_id)`,
  },
  {
    code: 'I06',
    promise:
      "A carton's short and damaged units are those that left the fair for it, and units count as sold only while it is missing at delivery.",
    query: `
      select c.id, c.code, content.title_id, content.short_qty, content.damaged_qty,
        content.sold_qty, short.units as short_moved, damaged.units as damaged_moved
      from carton_contents content
      join cartons c on c.id = content.carton_id
      cross join lateral (
        select coalesce(sum(case when m.from_fair_id is not null then m.qty else -m.qty end), 0)
          as units
        from stock_movements m
        where m.ref_id = c.id
          and m.ref_type = 'carton_correction'
          and m.title_id = content.title_id) short
      cross join lateral (
        select -coalesce(sum(a.delta), 0) as units
        from stock_adjustments a
        join fair_lines l on l.id = a.fair_line_id
        where a.carton_id = c.id and a.title_id = content.title_id) damaged
      where content.short_qty <> short.units
        or content.damaged_qty <> damaged.units
        or content.sold_qty > 0 and c.status <> 'missing_at_delivery'`,
  },
  {
    code: 'I06',
    promise: 'The units of a packing list made from a package = those that it moved to the fair.',
    query: `
      select p.id, p.units, coalesce(sum(m.qty), 0) as moved
      from packing_lists p
      left join stock_movements m on m.ref_type = 'upload' and m.ref_id = p.id
        and m.reason = 'sent' and m.from_place = 'warehouse' and m.to_fair_id = p.fair_id
      group by p.id
      having p.units <> coalesce(sum(m.qty), 0)`,
  },
  {
    code: 'I06',
    promise:
      'A booked count moved exactly its differences, one that is not booked nothing, and nothing else moves between the warehouse and lost.',
    query: `
      select coalesce(d.document_id, m.ref_id) as id, coalesce(d.title_id, m.title_id) as title_id,
        d.difference, m.moved
      from count_differences d
      full join (
        select ref_id, title_id,
          sum(case when to_place = 'warehouse' then qty else -qty end) as moved
        from stock_movements
        where ref_type = 'count'
        group by ref_id, title_id) m on m.ref_id = d.document_id and m.title_id = d.title_id
      left join stock_documents c on c.id = coalesce(d.document_id, m.ref_id)
      where d.difference is distinct from m.moved or c.state is distinct from 'booked'
      union all
      select l.document_id, l.title_id, l.difference, null
      from (
        select document_id, title_id,
          coalesce(counted_qty, earlier_qty) - coalesce(on_record_qty, earlier_on_record_qty)
            as difference
        from count_lines) l
      join stock_documents c on c.id = l.document_id and c.state = 'booked'
      left join count_differences d on d.document_id = l.document_id and d.title_id = l.title_id
      where coalesce(l.difference, 0) <> coalesce(d.difference, 0)
      union all
      select ref_id, title_id, null, qty
      from stock_movements
      where from_place in ('warehouse', 'lost') and to_place in ('warehouse', 'lost')
        and ref_type <> 'count'`,
  },
  {
    code: 'I06',
    promise: 'The units counted of a title = the sum of its scans that were not taken back.',
    query: `
      select l.document_id as id, l.title_id, l.counted_qty, sum(s.qty) as scanned
      from count_lines l
      left join count_scans s on s.document_id = l.document_id and s.title_id = l.title_id
        and s.round = l.round and s.undone_at is null
      group by l.id
      having l.counted_qty is distinct from sum(s.qty)`,
  },
  {
    code: 'I06',
    promise:
      "The lines of a receipt = its scans, and its movements = its lines once it is booked, all taken back once it is reversed. A supplier's movements name a receipt, a sync or a packing list.",
    query: `
      select l.document_id, l.title_id, l.good_qty, l.damaged_qty, s.good, s.damaged, m.warehouse, m.lost
      from receipt_lines l
      join stock_documents d on d.id = l.document_id
      cross join lateral (
        select coalesce(sum(good_qty), 0) as good, coalesce(sum(damaged_qty), 0) as damaged
        from receipt_scans
        where document_id = l.document_id and title_id = l.title_id) s
      cross join lateral (
        select
          coalesce(sum(case when to_place = 'warehouse' then qty when from_place = 'warehouse' then -qty end), 0)
            as warehouse,
          coalesce(sum(case when to_place = 'lost' then qty when from_place = 'lost' then -qty end), 0)
            as lost
        from stock_movements
        where ref_type = 'receipt' and ref_id = l.document_id and title_id = l.title_id) m
      where l.good_qty <> s.good or l.damaged_qty <> s.damaged
        or m.warehouse <> case when d.state = 'booked' then l.good_qty else 0 end
        or m.lost <> case when d.state = 'booked' then l.damaged_qty else 0 end
      union all
      select ref_id, title_id, qty, null, null, null, null, null
      from stock_movements m
      where 'supplier' in (from_place, to_place)
        and case
          when reason in ('sync', 'correction') then false
          else ref_type <> 'receipt' or not exists (
            select
            from receipt_lines l
            where l.document_id = m.ref_id and l.title_id = m.title_id)
        end`,
  },
  {
    code: 'I06',
    promise:
      'What a sent restock moved from the warehouse to its fair = its lines, title by title.',
    query: `
      select d.id, d.number, d.state, coalesce(l.title_id, m.title_id) as title_id, l.qty,
        m.qty as moved
      from (
        select document_id, title_id, sum(qty) as qty
        from shipment_lines
        where document_id in (
          select id
          from stock_documents
          where state in ('sent', 'received', 'received_in_part'))
        group by document_id, title_id) l
      full join (
        select ref_id as document_id, title_id, sum(qty) as qty
        from stock_movements m
        join stock_documents d on d.id = m.ref_id and d.fair_id = m.to_fair_id
        where m.ref_type = 'shipment' and m.reason = 'sent' and m.from_place = 'warehouse'
        group by ref_id, title_id) m
        on m.document_id = l.document_id and m.title_id = l.title_id
      left join stock_documents d on d.id = coalesce(l.document_id, m.document_id)
      where l.qty is distinct from m.qty`,
  },
  {
    code: 'I06',
    promise:
      'A sent restock is received once none of its cartons is awaited, in part while one is missing.',
    query: `
      select d.id, d.number, d.state
      from stock_documents d
      join shipments s on s.document_id = d.id
      left join cartons c on c.shipment_id = d.id
      group by d.id
      having case
        when count(c.id) = 0 then d.state not in ('open', 'packed', 'discarded')
        when bool_or(c.status = 'packed') then d.state <> 'sent'
        when bool_or(c.status = 'missing_at_delivery') then d.state <> 'received_in_part'
        else d.state <> 'received'
      end`,
  },
  {
    code: 'I07',
    promise:
      'Each in-person line with a title has its movement, a line without a title or not yet shipped has none.',
    query: `
      select l.id, l.quantity, l.fulfilment,
        coalesce(sum(case when m.to_place = 'customer' then m.qty else -m.qty end), 0) as moved
      from order_lines l
      join orders o on o.id = l.order_id
      left join stock_movements m on m.ref_type = 'order_line' and m.ref_id = l.id
      group by l.id, o.id
      having coalesce(sum(case when m.to_place = 'customer' then m.qty else -m.qty end), 0) <> case
        when l.title_id is null
          or o.status = 'cancelled'
          or o.voided_by_reset_id is not null
          or l.fulfilment_status in ('to_ship', 'cancelled') then 0
        when l.fulfilment = 'ship_to_school' then l.shipped_qty
        else l.quantity
      end`,
  },
];
