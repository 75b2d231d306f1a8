import { PAYMENT_METHODS, type PaymentMethodName } from '@pos/contract/sales/payment-methods';
import type { TenderFigures } from '@pos/contract/reports/sales-summary/sales-summary';
import { NO_SALES, type SalesFigures } from './sales-figures.ts';

type Sums = Omit<SalesFigures, 'tenders'>;

/** Figures of a day without the zeros, of which most of them consist. */
export type CachedSales = Partial<Sums> & {
  tenders: Partial<Record<PaymentMethodName, Partial<TenderFigures>>>;
};

/** Leaves out the zeros. */
export function withoutZeros({ tenders, ...sums }: SalesFigures): CachedSales {
  const used = Object.values(PAYMENT_METHODS).flatMap((name) => {
    const tender = nonZero(tenders[name]);
    return Object.keys(tender).length > 0 ? [[name, tender] as const] : [];
  });
  return { ...nonZero(sums), tenders: Object.fromEntries(used) };
}

function nonZero<Figures extends Record<string, number>>(figures: Figures): Partial<Figures> {
  return Object.fromEntries(
    Object.entries(figures).filter(([, value]) => value !== 0),
  ) as Partial<Figures>;
}

/** Adds the zeros. */
export function withZeros({ tenders, ...sums }: CachedSales): SalesFigures {
  const all = { ...NO_SALES, ...sums, tenders: { ...NO_SALES.tenders } };
  for (const [name, tender] of Object.entries(tenders) as [PaymentMethodName, TenderFigures][])
    all.tenders[name] = { ...NO_SALES.tenders[name], ...tender };
  return all;
}
