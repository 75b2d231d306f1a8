import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { signedIn, type Module } from '../permissions.ts';
import { closedSet, dataSchema, Id } from '../values.ts';

/**
 * Kinds of search results, in the order of the groups, and the modules of which the caller must be
 * able to read one.
 */
export const SEARCH_KINDS = {
  fair: ['Fairs'],
  school: ['Fairs'],
  order: ['Orders'],
  payment: ['Payments'],
  student: ['Students'],
  title: ['All Inventory', 'Fair Inventory'],
  device: ['Devices'],
  carton: ['Fairs'],
  user: ['Users'],
} as const satisfies Record<string, readonly Module[]>;
export const SearchKind = closedSet(SEARCH_KINDS);
export type SearchKind = z.infer<typeof SearchKind>;

/**
 * Minimum length of a search text; orders, payments, students, titles and cartons need three
 * characters.
 */
export const MIN_SEARCH = 2;
/** Maximum number of results per kind; `more` says that there are others. */
export const MAX_HITS = 6;

export const SearchHit = z.strictObject({
  id: Id,
  /** Name of the record: "MAPLE-26-01-A0042". */
  label: z.string(),
  /**
   * Details that distinguish the record: "Maple Grove Fall Fair · 10/12/2026". Never names a person
   * for an order or a payment.
   */
  detail: z.string(),
  /** Amount in cents of orders and payments; null for others. */
  amountCents: z.int().nullable(),
  /** URL in the panel that the caller's rights open. */
  link: z.string(),
  /**
   * True if the text is its complete code: order or receipt number, device ID, carton code, SKU,
   * ISBN, UPC, identifier, email address, check number; or what staff call it by: the end of an
   * order number (A0042 or 0042), the last four digits of a card, an amount.
   */
  exact: z.boolean(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchGroup = z.strictObject({
  kind: SearchKind,
  hits: z.array(SearchHit).min(1).max(MAX_HITS),
  more: z.boolean(),
});
export type SearchGroup = z.infer<typeof SearchGroup>;

/** `fairId`: the selected fair of the panel; a title that it has opens there. */
export const SearchQuery = z.strictObject({
  q: z
    .string()
    .trim()
    .min(MIN_SEARCH, `Enter at least ${MIN_SEARCH} characters.`)
    .max(100, 'Use at most 100 characters.')
    .regex(/^[^\p{Cc}]*$/u, 'Remove the control characters.'),
  fairId: Id.optional(),
});
export type SearchQuery = z.output<typeof SearchQuery>;

export const searchApi = defineApi({
  find: {
    call: 'GET /v1/search',
    place: 'seen',
    access: signedIn,
    names: true,
    summary: 'Find records by a code, a number or part of a name',
    query: SearchQuery,
    response: dataSchema(z.array(SearchGroup)),
    description: `Only kinds whose module the caller may read, at most ${MAX_HITS} of each; groups with an exact match first, among them orders and payments; newest first. Orders: number or its end (A0042, 0042), receipt (device-epoch-sequence), for held ones also a part of it. Payments: order number, check number, last 4, amount as 12.50, processor reference. Students, titles, fairs, schools, users: all words, in any order.`,
  },
});
