import type { CloseOutSnapshot } from '@pos/contract/close-out-snapshot';
import type { PaperLine } from '#api/documents/paper.ts';
import { dollars } from '#api/documents/money-text.ts';
import type { Parties } from './statement.queries.ts';

/**
 * Content of a statement. Without a hash the fair is not closed out, so it is provisional and shows
 * the profit of each option at these rates.
 */
export type Statement = { kept: CloseOutSnapshot; parties: Parties } & (
  | { sha256: string }
  | { sha256: null; rates: { profitCashPpm: number; profitAveDollarPpm: number } }
);

export function optional(label: string, cents: number, kind?: PaperLine['kind']): PaperLine[] {
  return cents === 0 ? [] : [{ label, value: dollars(cents), ...(kind && { kind }) }];
}
