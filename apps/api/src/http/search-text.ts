import { Day } from '@pos/contract/values';

/** What a search text may say about money: the last four digits of a card, an amount such as `12.50` or `$1,234.50` in cents, a day as `MM/DD/YYYY`. */
export type MoneySearch = { last4: string | undefined; amountCents: number | undefined; day: Day | undefined };

export function readMoneySearch(search: string): MoneySearch {
  const [, dollars, cents] = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,9})\.(\d{2})$/.exec(search) ?? [];
  const [, month = '', dayOfMonth = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(search) ?? [];
  return {
    last4: /^\d{4}$/.test(search) ? search : undefined,
    amountCents: dollars === undefined ? undefined : Number(`${dollars.replaceAll(',', '')}${cents}`),
    day: Day.safeParse(`${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`).data,
  };
}
