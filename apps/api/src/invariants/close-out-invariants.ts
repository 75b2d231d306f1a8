import type { Invariant } from './invariant.ts';

export const closeOut: Invariant[] = [
  {
    code: 'K03',
    promise: 'At most one close-out of a fair holds, and none of an open fair.',
    query: `
      select f.id, f.identifier, f.close_out_state, count(*)
      from standing_close_outs c
      join fairs f on f.id = c.fair_id
      group by f.id
      having count(*) > 1 or f.close_out_state = 'open'`,
  },
  {
    code: 'K03',
    promise:
      'A snapshot is what was hashed, and the snapshots of a fair are numbered without gaps.',
    query: `
      select c.id, c.number
      from close_outs c
      where c.snapshot_sha256 <> sha256(convert_to(c.snapshot::text, 'UTF8'))
        or (c.snapshot ->> 'number')::int <> c.number
        or c.number <> (
          select count(*)
          from close_outs e
          where e.fair_id = c.fair_id and e.number <= c.number)`,
  },
  {
    code: 'K04',
    promise:
      'A counted title of a closed-out fair is gone from it; nothing of an open fair is returned or lost.',
    query: `
      select l.id, l.fair_id, l.title_id, l.on_hand, l.returned_qty, l.lost_qty
      from fair_lines l
      join fairs f on f.id = l.fair_id
      left join standing_close_outs c on c.fair_id = f.id
      where case
        when c.id is null then l.returned_qty <> 0 or l.lost_qty <> 0
        else l.counted_return_qty is not null and l.on_hand <> 0
      end`,
  },
  {
    code: 'K04',
    promise: 'The net sales and the orders of a closed-out fair are those of its snapshot.',
    query: `
      select f.id, f.identifier, f.net_cents, c.number
      from fairs f
      join standing_close_outs c on c.fair_id = f.id
      where (c.snapshot #>> '{summary,totals,netCents}')::bigint <> f.net_cents
        or (
          select coalesce(sum((o ->> 'netCents')::bigint), 0)
          from json_array_elements(c.snapshot -> 'orders') o)
          <> f.net_cents`,
  },
  {
    code: 'K05',
    promise:
      'A close-out that chose AveDollars earned them exactly once, one that was reverted gave them back.',
    query: `
      select c.id, c.number, c.profit_cents
      from close_outs c
      left join close_out_reversals r on r.close_out_id = c.id
      where (
        select coalesce(sum(e.amount_cents), 0)
        from ave_dollar_entries e
        where e.fair_id = c.fair_id
          and e.idempotency_key like 'close-out:' || c.fair_id || ':v' || c.number || ':%')
        <> case
          when c.profit_option = 'ave_dollar' and r.close_out_id is null then c.profit_cents
          else 0
        end`,
  },
];
