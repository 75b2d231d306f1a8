import type { CloseOutSnapshot, StatementTerms } from '@pos/contract/close-out/close-out-snapshot';
import type { Day } from '@pos/contract/values';
import { addDays } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import type { PaperLine } from '#api/pdf/paper.ts';
import type { ProfitRates } from '../profit-rates.queries.ts';
import type { Parties } from './statement.queries.ts';

/**
 * Content of a statement. Without a hash the fair is not closed out, so it is provisional and shows
 * the profit of each option at these rates.
 */
export type Statement = { stored: CloseOutSnapshot; parties: Parties } & (
  | { sha256: string }
  | { sha256: null; rates: ProfitRates }
);

export function optional(label: string, cents: number, kind?: PaperLine['kind']): PaperLine[] {
  return cents === 0 ? [] : [{ label, value: formatCents(cents), ...(kind && { kind }) }];
}

/**
 * Terms of payment of a close-out finished on a day (domain 8.8): days that the school's own terms
 * name, as "Net 45" does, replace those of the company.
 */
export function toTerms(
  { paymentTerms, statementDueDays }: Pick<Parties, 'paymentTerms' | 'statementDueDays'>,
  finishedDay: Day,
): StatementTerms {
  const days = findDays(paymentTerms) ?? statementDueDays;
  return {
    words: paymentTerms || (days === 0 ? 'due on receipt' : `net ${days} days`),
    dueDay: addDays(finishedDay, days),
  };
}

/** Returns the days until payment that terms name: those after "net" before those of a discount. */
function findDays(terms: string): number | undefined {
  const [, days] =
    /\bnet[\s-]*(\d{1,3})\b/i.exec(terms) ??
    /\b(\d{1,3})[\s-]*days?\b/i.exec(terms) ??
    /^\D*\b(\d{1,3})\b\D*$/.exec(terms) ??
    [];
  if (days !== undefined) return Number(days);
  return /\breceipt\b/i.test(terms) ? 0 : undefined;
}
