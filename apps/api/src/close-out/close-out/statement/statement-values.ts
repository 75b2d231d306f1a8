import type { CloseOutSnapshot } from '@pos/contract/close-out/close-out-snapshot';
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
