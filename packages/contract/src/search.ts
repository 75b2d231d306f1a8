import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { signedIn, type Module } from './permissions.ts';
import { dataOf, Id } from './values.ts';

/** What a search finds, in the order in which groups are shown, with the modules of which one must be readable. */
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
export const SearchKind = z.enum(
  Object.keys(SEARCH_KINDS) as [keyof typeof SEARCH_KINDS, ...(keyof typeof SEARCH_KINDS)[]],
);
export type SearchKind = z.infer<typeof SearchKind>;

/** A search text has at least this many characters; orders, payments, students, titles and cartons are looked for by three. */
export const MIN_SEARCH = 2;
/** How many of a kind are answered at most; `more` says that there are others. */
export const MAX_HITS = 6;

export const SearchHit = z.strictObject({
  id: Id,
  /** What it is called: "MAPLE-26-01-A0042". */
  label: z.string(),
  /** What tells it apart: "Maple Grove Fall Fair · 10/12/2026". No person's name stands in that of an order or a payment. */
  detail: z.string(),
  /** Cents, of orders and payments; null for the others. */
  amountCents: z.int().nullable(),
  /** The address of the panel that it opens, one that the caller's rights open. */
  link: z.string(),
  /** The text is its whole code: order or receipt number, device ID, carton code, SKU, ISBN, UPC, identifier, e-mail, check number. */
  exact: z.boolean(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchGroup = z.strictObject({
  kind: SearchKind,
  hits: z.array(SearchHit).min(1).max(MAX_HITS),
  more: z.boolean(),
});
export type SearchGroup = z.infer<typeof SearchGroup>;

/** `fairId`: the fair that the panel is scoped to; a title that it has opens there. */
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
    method: 'GET',
    path: '/v1/search',
    access: signedIn,
    summary: 'Find records by a code, a number or a part of a name',
    query: SearchQuery,
    response: dataOf(z.array(SearchGroup)),
    description: `Only kinds whose module the caller may read, at most ${MAX_HITS} of each; groups with an exact code first. Orders: number, receipt (device-epoch-sequence), also of held ones. Payments: order number, check number, last 4, amount as 12.50, processor reference. Students, titles, fairs, schools, users: all words, in any order.`,
  },
});
