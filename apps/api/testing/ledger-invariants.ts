import type { Invariant } from './invariant.ts';

export const ledgers = (['wallet', 'ave_dollar'] as const).flatMap((ledger): Invariant[] => {
  const entries = `${ledger}_entries`;
  const [owner, table, balance] =
    ledger === 'wallet'
      ? ['wallet_id', 'wallets', 'balance_cents']
      : ['school_id', 'schools', 'ave_dollar_balance_cents'];
  return [
    {
      code: 'I01',
      promise: "Each ledger entry's balance after it = the balance before it + its amount.",
      query: `select * from (
                select id, ${owner}, amount_cents, balance_after_cents,
                  coalesce(
                    lag(balance_after_cents) over (partition by ${owner} order by seq), 0) as before
                from ${entries}
              ) e where balance_after_cents <> before + amount_cents`,
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
