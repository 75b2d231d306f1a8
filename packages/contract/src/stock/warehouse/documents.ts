import { z } from 'zod';
import { Id, Instant } from '../../values.ts';

/** Kinds of documents of the warehouse that have a number of their own (domain 13.1). */
export const DocumentKind = z.enum(['receipt', 'count', 'shipment']);
export type DocumentKind = z.infer<typeof DocumentKind>;

/** First letter of the numbers of each kind. */
export const DOCUMENT_LETTERS: Record<DocumentKind, string> = {
  receipt: 'R',
  count: 'C',
  shipment: 'S',
};

/** Returns the number of a document as people read it: `R-0001`. */
export function documentNumber(kind: DocumentKind, number: number): string {
  return `${DOCUMENT_LETTERS[kind]}-${String(number).padStart(4, '0')}`;
}

/**
 * States of all kinds; each kind uses some of them. Receipt: open, booked, reversed, discarded.
 */
export const DocumentState = z.enum([
  'open',
  'counted',
  'packed',
  'sent',
  'received',
  'received_in_part',
  'booked',
  'reversed',
  'discarded',
]);
export type DocumentState = z.infer<typeof DocumentState>;

/** Fields of every document of the warehouse. `closedAt`: booked, received or discarded. */
export const DocumentHead = z.strictObject({
  id: Id,
  number: z.string(),
  state: DocumentState,
  fairId: Id.nullable(),
  openedBy: z.string(),
  openedAt: Instant,
  closedBy: z.string().nullable(),
  closedAt: Instant.nullable(),
});
export type DocumentHead = z.infer<typeof DocumentHead>;
