import { z } from 'zod';
import { FairTerms } from './register-session.ts';
import { LeftoverPolicy } from '../fairs/leftover-policy.ts';
import { Id } from '../values.ts';

/** Data that a register reads before it sells: titles with stock, settings, students. */

export const CatalogTitle = z.strictObject({
  sku: z.string(),
  /** Other codes on the label, which find the same title: sell it by its SKU. */
  isbn13: z.string().nullable(),
  upc: z.string().nullable(),
  title: z.string(),
  /** Left out if not known. */
  author: z.string().optional(),
  /** Picture of the cover, at /v1/titles/pictures/:id; left out if there is none. */
  pictureId: Id.optional(),
  category: z.string(),
  priceCents: z.int(),
  taxable: z.boolean(),
  onHand: z.int(),
  shipAvailable: z.int(),
  active: z.boolean(),
});
export type CatalogTitle = z.infer<typeof CatalogTitle>;
export const Catalog = z.strictObject({
  fair: FairTerms,
  settings: z.strictObject({
    maxCheckOverageCents: z.int(),
    lastCopyThreshold: z.int(),
    ewalletMinTopUpCents: z.int(),
    ewalletMaxBalanceCents: z.int(),
    ewalletLeftoverPolicy: LeftoverPolicy,
    /** True: round cash to the nearest five cents (domain 8.11). */
    roundCash: z.boolean(),
    /** A discount of more than this share of a line needs an approval (domain 8.13). */
    maxDiscountPercent: z.int(),
    /** Hours without a network after which selling on needs an approval. */
    maxOfflineHours: z.int(),
    receiptFooter: z.string(),
    supportEmail: z.string(),
    supportPhone: z.string(),
  }),
  titles: z.array(CatalogTitle),
  /** Send it as `since` to get only later changes. */
  cursor: z.string(),
});
export type Catalog = z.infer<typeof Catalog>;

export const RegisterStudent = z.strictObject({
  studentNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  grade: z.string(),
  teacher: z.string(),
  walletBalanceCents: z.int(),
  walletStatus: z.enum(['active', 'frozen']),
  /** Numbers of duplicates that were merged into the student; their wallet cards lead here. */
  formerNumbers: z.array(z.string()),
});
export type RegisterStudent = z.infer<typeof RegisterStudent>;
