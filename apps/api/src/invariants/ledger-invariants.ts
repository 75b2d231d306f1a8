import type { Invariant } from './invariant.ts';

/** Desk top-ups: receipt, payment and ledger agree. */
const deskTopUps: Invariant = {
  code: 'I21',
  promise:
    'A desk top-up belongs to no fair, is credited once, and loses on reversal its amount less the uncollected part.',
  query: `
    select d.payment_id, p.status, credited.cents as credited, lost.cents as lost
    from desk_top_ups d
    join payments p on p.id = d.payment_id
    cross join lateral (
      select coalesce(sum(e.amount_cents), 0) as cents, count(*) as entries
      from wallet_entries e
      where e.payment_id = p.id and e.type = 'top_up') credited
    cross join lateral (
      select coalesce(-sum(e.amount_cents), 0) as cents
      from wallet_entries e
      where e.payment_id = p.id and e.type <> 'top_up') lost
    where p.purpose <> 'wallet_top_up'
      or p.fair_id is not null
      or p.order_id is not null
      or credited.entries <> 1
      or credited.cents <> p.amount_cents
      or lost.cents <> case
        when d.reversed_at is null then 0
        else p.amount_cents - d.uncollected_cents
      end
      or p.status <> case
        when d.reversed_at is null then 'completed'
        when d.reversal_reason = 'mistake' then 'refunded'
        else 'failed'
      end
      or p.refunded_cents <> case when p.status = 'refunded' then p.amount_cents else 0 end`,
};

/** Merged students: eWallets and ledger entries agree. */
const studentMerges: Invariant[] = [
  {
    code: 'I22',
    promise:
      'A merged student leads to one of the same school that was not merged, and so does its eWallet, which is empty.',
    query: `
      select s.id, s.merged_into, w.balance_cents, w.merged_into as wallet_merged_into
      from students s
      join students k on k.id = s.merged_into
      left join wallets w on w.student_id = s.id
      left join wallets kw on kw.student_id = k.id
      where k.merged_into is not null or k.school_id <> s.school_id
        or w.id is null or w.balance_cents <> 0 or w.merged_into is distinct from kw.id
      union all
      select w.student_id, null, w.balance_cents, w.merged_into
      from wallets w
      join students s on s.id = w.student_id
      where w.merged_into is not null and s.merged_into is null`,
  },
  {
    code: 'I22',
    promise: 'The entries of a merge of students add up to nothing.',
    query: `
      select split_part(idempotency_key, ':', 2) as student, sum(amount_cents) as cents
      from wallet_entries
      where idempotency_key like 'student-merge:%'
      group by 1
      having sum(amount_cents) <> 0 or count(*) <> 2`,
  },
];

/** Payouts, their reversals and the ledger agree. */
const payouts: Invariant[] = [
  {
    code: 'I23',
    promise: "A payout has exactly one ledger entry, of its amount and of its student's eWallet.",
    query: `
      select p.id, p.amount_cents, e.amount_cents as moved, e.type
      from payouts p
      left join wallet_entries e on e.idempotency_key = 'payout:' || p.id
      left join wallets w on w.id = e.wallet_id
      where e.id is null or e.type <> 'payout' or e.amount_cents <> -p.amount_cents
        or w.student_id is distinct from p.student_id
      union all
      select null, null, e.amount_cents, e.type
      from wallet_entries e
      where e.idempotency_key like 'payout:%'
        and not exists (select from payouts p where e.idempotency_key = 'payout:' || p.id)`,
  },
  {
    code: 'I23',
    promise:
      'A reversed payout has exactly one entry that puts its amount back into that eWallet, or into the one it was merged into; any other payout has none.',
    query: `
      select p.id, p.amount_cents, e.amount_cents as moved, e.type
      from payouts p
      left join payout_reversals r on r.payout_id = p.id
      left join wallet_entries e on e.idempotency_key = 'payout-reversal:' || p.id
      left join wallets ew on ew.id = e.wallet_id
      left join wallets pw on pw.student_id = p.student_id
      where (r.payout_id is null) <> (e.id is null)
        or e.type <> 'adjust' or e.amount_cents <> p.amount_cents
        or coalesce(ew.merged_into, ew.id) <> coalesce(pw.merged_into, pw.id)
      union all
      select null, null, e.amount_cents, e.type
      from wallet_entries e
      where e.idempotency_key like 'payout-reversal:%'
        and not exists (
          select from payouts p where e.idempotency_key = 'payout-reversal:' || p.id)`,
  },
];

const balances = (['wallet', 'ave_dollar'] as const).flatMap((ledger): Invariant[] => {
  const entries = `${ledger}_entries`;
  const [owner, table, balance] =
    ledger === 'wallet'
      ? ['wallet_id', 'wallets', 'balance_cents']
      : ['school_id', 'schools', 'ave_dollar_balance_cents'];
  return [
    {
      code: 'I01',
      promise: "Each ledger entry's balance after it = the balance before it + its amount.",
      query: `
        select *
        from (
          select id, ${owner}, amount_cents, balance_after_cents,
            coalesce(
              lag(balance_after_cents) over (partition by ${owner} order by seq), 0) as before
          from ${entries}) e
        where balance_after_cents <> before + amount_cents`,
    },
    {
      code: 'I02',
      promise: 'The stored balance = the sum of its ledger entries.',
      query: `
        select t.id, t.${balance}
        from ${table} t
        left join ${entries} e on e.${owner} = t.id
        group by t.id
        having t.${balance} <> coalesce(sum(e.amount_cents), 0)`,
    },
    {
      code: 'I03',
      promise: 'No stored value is below zero.',
      query: `select id, ${balance} from ${table} where ${balance} < 0`,
    },
  ];
});

/** Invariants of the ledgers of stored value. */
export const ledgers: Invariant[] = [...balances, deskTopUps, ...studentMerges, ...payouts];
