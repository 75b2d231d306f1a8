import { useWatch } from 'react-hook-form';
import { BalanceAfter } from '#web/ui/values/balance-after.tsx';

type WalletAfterProps = { balanceCents: number; takes?: (type: unknown) => boolean };

/**
 * Balance of an eWallet after the amount in the field `amountCents`. `takes` is true for money that
 * leaves it, given the value of the field `type`.
 */
export function WalletAfter({ balanceCents, takes = () => false }: WalletAfterProps) {
  const [type, amount] = useWatch({ name: ['type', 'amountCents'] }) as unknown[];
  const change = typeof amount === 'number' && takes(type) ? -amount : amount;
  return <BalanceAfter owner="The eWallet" balanceCents={balanceCents} changeCents={change} />;
}
