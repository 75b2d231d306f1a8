import { z } from 'zod';
import {
  almostIsbn,
  isIsbn13,
  plainCode,
  toIsbn13,
  toUpc,
  withoutPriceDigits,
} from './article-numbers.ts';
import { defineApi } from '../endpoint.ts';
import { CATEGORIES, InventoryTitle } from './inventory.ts';
import { anyone, byDuty, edit, read } from '../permissions.ts';
import { Season } from '../fairs/seasons.ts';
import {
  closedSet,
  clearable,
  dataSchema,
  Instant,
  optional,
  text,
  Version,
  whenObject,
} from '../values.ts';

const optionalText = (max: number) => text(0, max, `Use at most ${max} characters.`);
const PRICE = 'Enter a price from 0.00 to 999.99.';

/** A title's own number. Registers and files find the title by it. */
export const Sku = z
  .string()
  .trim()
  .overwrite(withoutPriceDigits)
  .regex(/^[A-Za-z0-9-]{3,30}$/, 'Use 3 to 30 letters, digits or hyphens.');

/** Refusal of a new code that is probably an ISBN with a wrong number of digits (domain 10.3). */
export function almostIsbnMessage(written: string): string | undefined {
  const miss = almostIsbn(written);
  return miss && `This looks like an ISBN with ${miss}.`;
}

/** A code on the label, as `stored` reads it; null if it is blank. */
function code(stored: (written: string) => string | null | undefined, message: string) {
  return z
    .string(message)
    .transform((value, context) => {
      if (plainCode(value) === '') return null;
      const found = stored(plainCode(withoutPriceDigits(value)));
      if (found) return found;
      context.addIssue({ code: 'custom', message: almostIsbnMessage(value) ?? message });
      return z.NEVER;
    })
    .nullable()
    .optional();
}

/** ISBN-13 with a right check digit; an ISBN-10 is converted. */
const Isbn = code(
  (written) => (isIsbn13(written) ? written : toIsbn13(written)),
  'Enter an ISBN with a right check digit.',
);
/** UPC-A with a right check digit; a scanner's leading zero is ignored. */
const Upc = code(toUpc, 'Enter a UPC of 12 digits with a right check digit.');

const SEASON_PRICE = 'Enter a price from 0.01 to 999.99.';
const SeasonPrice = z.int(SEASON_PRICE).min(1, SEASON_PRICE).max(99_999, SEASON_PRICE);

/** Request to set the price of a season. Without a price, the catalog's is taken again. */
export const NewSeasonPrice = z.strictObject({
  season: Season,
  priceCents: SeasonPrice.nullable().optional(),
});
export type NewSeasonPrice = z.infer<typeof NewSeasonPrice>;

const required = {
  title: text(1, 255, 'Enter the title.'),
  category: z.enum(CATEGORIES, 'Choose a category of the list, such as Picture.'),
  priceCents: z.int(PRICE).min(0, PRICE).max(99_999, PRICE),
};
const others = {
  isbn13: Isbn,
  upc: Upc,
  author: clearable(optionalText(255), ''),
  format: clearable(optionalText(60), ''),
  taxable: optional(z.boolean()),
};

/** Fields of a new title, each by its own rule. */
export const TitleFields = z.strictObject({
  sku: z
    .union([z.literal(''), Sku])
    .nullable()
    .optional(),
  ...required,
  ...others,
});
/**
 * Request to add a title that the source system does not have yet (domain 3.7). Without a SKU, the
 * ISBN or the UPC is the SKU.
 */
export const NewTitle = TitleFields.refine(
  ({ sku, isbn13, upc }) => [sku, isbn13, upc].some(Boolean),
  { path: ['sku'], message: 'Enter a SKU, an ISBN or a UPC.', when: whenObject },
).superRefine(({ sku }, context) => {
  const message = almostIsbnMessage(sku ?? '');
  if (message) context.addIssue({ code: 'custom', path: ['sku'], message });
});
export type NewTitle = z.infer<typeof NewTitle>;

/** Request to change a title. Fields that are left out stay unchanged. */
export const TitleChanges = z.strictObject({
  sku: optional(Sku),
  title: optional(required.title),
  category: optional(required.category),
  priceCents: optional(required.priceCents),
  ...others,
  version: Version,
});
export type TitleChanges = z.infer<typeof TitleChanges>;

/** Fields that `titles.csv` of the source system can deliver, with their labels. */
export const TITLE_SOURCE_FIELDS = {
  sku: 'SKU',
  isbn13: 'ISBN',
  upc: 'UPC',
  title: 'Title',
  author: 'Author',
  category: 'Category',
  priceCents: 'Price',
  taxable: 'Tax class',
} as const;
export const TitleSourceField = closedSet(TITLE_SOURCE_FIELDS);
export type TitleSourceField = z.infer<typeof TitleSourceField>;

/** A title of the catalog, with its stock in units. */
export const Title = InventoryTitle.omit({ sameIsbn: true }).extend({
  /** True if the last sync delivered the title. */
  inSource: z.boolean(),
  /** Fields that the source system owns: changed there, never here. Empty for other titles. */
  sourceFields: z.array(TitleSourceField),
  /** SKU of the same title in the source, where it is another one. */
  sourceSku: z.string().nullable(),
  /** True once a fair or an order has the title: registers know its SKU. */
  skuIsFixed: z.boolean(),
  /** Prices at fairs that start in a season; other fairs have `priceCents`. Newest season first. */
  seasonPrices: z.array(z.strictObject({ season: Season, priceCents: z.int() })),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Title = z.infer<typeof Title>;

const readOrEdit = {
  kind: 'rights',
  anyOf: [...read('All Inventory').anyOf, ...edit('Fairs').anyOf],
} as const;

export const titlesApi = defineApi({
  add: {
    call: 'POST /v1/titles/add',
    place: 'everywhere',
    access: byDuty('work_warehouse'),
    summary: 'Add a title to the catalog',
    idempotent: true,
    description:
      'Without a SKU, the ISBN or else the UPC is the SKU. A code that another title has is refused on its field.',
    body: NewTitle,
    response: dataSchema(Title),
  },
  getById: {
    call: 'GET /v1/titles/getById/:id',
    place: 'seen',
    access: readOrEdit,
    summary: 'Get a title',
    response: dataSchema(Title),
  },
  update: {
    call: 'PUT /v1/titles/update/:id',
    place: 'everywhere',
    access: edit('Fairs'),
    summary: 'Change a title',
    description:
      'Fields that are left out stay unchanged. A field that the source system owns, and the SKU of a title that a fair or an order has, are refused on the field if they differ. Fairs keep the prices that they have.',
    body: TitleChanges,
    response: dataSchema(Title),
  },
  setSeasonPrice: {
    call: 'PATCH /v1/titles/season-price/:id',
    place: 'everywhere',
    access: edit('Fairs'),
    summary: "Set a title's price for the fairs of a season",
    description:
      'For fairs that start in the season, from the next line on: lines that a fair has keep their price. Null takes the price of the season away.',
    body: NewSeasonPrice,
    response: dataSchema(Title),
  },
  uploadPicture: {
    call: 'POST /v1/titles/picture/:id',
    place: 'everywhere',
    access: edit('Fairs'),
    summary: "Store a title's picture",
    upload: true,
    description:
      'Multipart: one part named file (PNG or JPEG, at most 5 MB). The image is re-encoded and made smaller. Replaces an earlier one.',
    body: z.strictObject({}),
    response: dataSchema(Title),
  },
  removePicture: {
    call: 'DELETE /v1/titles/picture/:id',
    place: 'everywhere',
    access: edit('Fairs'),
    summary: "Remove a title's picture",
    response: dataSchema(Title),
  },
  picture: {
    call: 'GET /v1/titles/pictures/:id',
    place: 'seen',
    access: anyone,
    summary: "Get a picture of a title's cover",
    description:
      "`id` is a title's `pictureId`, another one for each picture, so that caches may keep it.",
    file: true,
    response: dataSchema(z.null()),
  },
});

/** Refusal of a file that is no picture. */
export const ONLY_PICTURES = 'Only PNG and JPEG files are allowed.';
