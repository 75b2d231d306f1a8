import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { FairPhase } from '../fairs/fair-state.ts';
import { TitleFacts } from '../stock/inventory.ts';
import { anyone } from '../permissions.ts';
import { SupportContact } from '../staff/support-contact.ts';
import { dataSchema, Day, Id, PublicIdentifier } from '../values.ts';

/**
 * Public data of a published fair: no student, price, order or staff data (domain 5, trust.md T27).
 */

/** Maximum delay, in seconds, until a changed page is visible (domain 5). */
export const PAGE_KEPT_SECONDS = 60;

/** A document for download by `customization-template/download` with both identifiers. */
export const PublicDocument = z.strictObject({
  templateId: Id,
  name: z.string(),
  typeName: z.string(),
  pages: z.int(),
  /** Size of the PDF in bytes; null until it has been made. */
  bytes: z.int().nullable(),
});
export type PublicDocument = z.infer<typeof PublicDocument>;

/** The public page of a fair. Days are in the school's time zone; `phase` refers to its `today`. */
export const CustomizedFair = z.strictObject({
  schoolIdentifier: z.string(),
  schoolName: z.string(),
  fairIdentifier: z.string(),
  fairName: z.string(),
  startDate: Day,
  endDate: Day,
  /** IANA name of the school's time zone. */
  timeZone: z.string(),
  today: Day,
  phase: FairPhase,
  /** Days until the first day; 0 from then on. */
  daysToStart: z.int(),
  hours: z.string(),
  address: z.string(),
  message: z.string(),
  /** Featured titles that staff selected from the fair's inventory, in their order. */
  featuredTitles: z.array(TitleFacts),
  /** Payment methods at the fair, in words. */
  paymentMethods: z.array(z.string()),
  /** Sales tax added at the register, in percent. */
  salesTaxRate: z.number(),
  /**
   * Color of the page's header, as `#RRGGBB`: of the first of `documents` whose template has one;
   * null for the default.
   */
  pageColour: z.string().nullable(),
  documents: z.array(PublicDocument),
  support: SupportContact,
});
export type CustomizedFair = z.infer<typeof CustomizedFair>;

export const publicPagesApi = defineApi({
  customizedFair: {
    call: 'GET /v1/public/customized-fair/:school/:fair',
    place: 'none',
    access: anyone,
    summary: "Get the content of a fair's public page",
    description: `By the public identifiers, ignoring case. Unknown, inactive and unpublished fairs return the same 404. Changes appear within ${PAGE_KEPT_SECONDS} seconds. Supports If-None-Match.`,
    params: z.strictObject({ school: PublicIdentifier, fair: PublicIdentifier }),
    response: dataSchema(CustomizedFair),
  },
});
