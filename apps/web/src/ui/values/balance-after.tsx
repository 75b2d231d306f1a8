import { formatCents } from '@pos/contract/values/money';

type BalanceAfterProps = {
  owner: string;
  balanceCents: number;
  /** Anything that is no number counts as no change. */
  changeCents: unknown;
};

/**
 * Balance of a ledger before and after an entry that is being typed, in cents. `owner` has the
 * balance: "The eWallet".
 */
export function BalanceAfter({ owner, balanceCents, changeCents }: BalanceAfterProps) {
  const after = balanceCents + (typeof changeCents === 'number' ? changeCents : 0);
  return (
    <p className="caption" role="status">
      {after < 0
        ? `${owner} has only ${formatCents(balanceCents)}.`
        : `Balance now ${formatCents(balanceCents)}, after this ${formatCents(after)}.`}
    </p>
  );
}
