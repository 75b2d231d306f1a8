import { PAYMENT_MOVES } from '@pos/contract/sales/payment-states';
import { FIRST_STATUSES } from '#api/sales/payments/payments.service.ts';
import type { Invariant } from './invariant.ts';

const moves = [
  ...FIRST_STATUSES.map((to) => `(null, '${to}')`),
  ...Object.entries(PAYMENT_MOVES).flatMap(([from, targets]) =>
    targets.map((to) => `('${from}', '${to}')`),
  ),
];

export const paymentInvariants: Invariant[] = [
  {
    code: 'I13',
    promise:
      'Payment events make exactly the moves of domain 4.1, each from where the one before ended.',
    query: `
      select *
      from (
        select id, payment_id, from_status, to_status,
          lag(to_status) over (partition by payment_id order by seq) as before
        from payment_events) e
      where from_status is distinct from before
        or not exists (
          select 1
          from (values ${moves.join(', ')}) as legal (a, b)
          where a is not distinct from from_status and b = to_status)`,
  },
  {
    code: 'I14',
    promise: "A payment's status = that of its last event.",
    query: `
      select p.id, p.status
      from payments p
      where p.status is distinct from (
        select e.to_status
        from payment_events e
        where e.payment_id = p.id
        order by e.seq desc
        limit 1)`,
  },
  ...(['wallet', 'ave_dollar'] as const).map((ledger): Invariant => ({
    code: 'I15',
    promise:
      'A stored-value payment that is completed or refunded has exactly one debit, of its amount; one that never was completed has none.',
    query: `
      select p.id, p.status, p.amount_cents, count(e.id) as debits
      from payments p
      left join ${ledger}_entries e on e.payment_id = p.id and e.type = 'spend'
      where p.purpose = 'sale' and p.method = ${ledger === 'wallet' ? 5 : 6}
      group by p.id
      having (
        p.status in ('completed', 'refunded')
          and (count(e.id) <> 1 or sum(e.amount_cents) <> -p.amount_cents))
        or (
          count(e.id) > 0
            and not exists (
              select 1
              from payment_events v
              where v.payment_id = p.id and v.to_status = 'completed'))`,
  })),
];
