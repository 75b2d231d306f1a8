import { formatPpm } from '@pos/contract/values/percent';
import { METHODS } from '#register/frame/money-parts.tsx';
import { plainAmount } from '#register/ui/amounts.ts';
import { useSay } from '#register/words/say.tsx';
import type { Receipt } from './receipt.ts';

/** Returns the sums of a receipt below its lines, with their words. */
export function useSums({ payments, ...receipt }: Receipt): {
  label: string;
  amount: string;
  isTotal?: true;
}[] {
  const say = useSay();
  const rounding = payments.reduce((sum, { roundingCents }) => sum + roundingCents, 0);
  const change = payments.reduce((sum, { changeCents }) => sum + changeCents, 0);
  const { subtotalCents, taxCents, taxRatePpm, totalCents } = receipt;
  const rate = taxRatePpm === null ? null : formatPpm(taxRatePpm);
  return [
    { label: say('subtotal'), amount: plainAmount(subtotalCents) },
    {
      label: rate === null ? say('noTax') : say('receiptTax', { rate }),
      amount: plainAmount(taxCents),
    },
    { label: say('total'), amount: plainAmount(totalCents), isTotal: true },
    ...payments.map(({ method, givenCents }) => ({
      label: say(METHODS[method].word),
      amount: plainAmount(givenCents),
    })),
    ...(rounding === 0 ? [] : [{ label: say('rounded'), amount: plainAmount(rounding) }]),
    ...(change === 0 ? [] : [{ label: say('change'), amount: plainAmount(change) }]),
  ];
}
