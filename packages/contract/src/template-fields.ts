import { z } from 'zod';
import { Id, paragraph } from './values.ts';

/**
 * Fields placed on artwork: texts and QR codes, with their limits. All lengths are points (1/72 inch)
 * from the top left of the page as it is seen. No HTML, no script, no template language: a field
 * prints one merge field or a fixed text.
 */

/** What a document can say of its fair, by the key of the merge field, with its label. */
export const MERGE_FIELDS = {
  school_name: 'School name',
  fair_name: 'Fair name',
  start_date: 'Start date',
  end_date: 'End date',
  dates: 'Dates',
  hours: 'Hours',
  address: 'Address',
  coordinator_name: 'Coordinator',
  coordinator_email: "Coordinator's e-mail",
  fair_url: "Address of the fair's page",
  custom_message: 'Message',
  support_email: 'Customer service e-mail',
  support_phone: 'Customer service phone',
} as const;
export type MergeField = keyof typeof MERGE_FIELDS;
export const MergeField = z.enum(
  Object.keys(MERGE_FIELDS) as [MergeField, ...MergeField[]],
  'Choose what the field prints.',
);

/** Longest value of a merge field and longest fixed text, in characters. */
export const MAX_VALUE = 500;
/** A value of a merge field; blank prints nothing. */
export const FieldValue = paragraph(MAX_VALUE);
/** Values by merge field; what is left out is taken from the fair, its school and the settings. */
export const FieldValues = z.partialRecord(MergeField, FieldValue);
export type FieldValues = z.infer<typeof FieldValues>;

/** The typefaces that documents are set in; they are embedded in each. */
export const FONTS = ['Inter'] as const;
export const WEIGHTS = { regular: 'Regular', semibold: 'Semibold', bold: 'Bold' } as const;
export type FieldWeight = keyof typeof WEIGHTS;
export const ALIGNMENTS = ['left', 'center', 'right'] as const;
/** Smallest and largest type, in points. */
export const FONT_SIZES = { min: 5, max: 200 } as const;
/** A template has at most so many fields. */
export const MAX_FIELDS = 60;
/** Artwork has at most so many pages, each between these lengths in points. */
export const MAX_PAGES = 4;
export const PAGE_SIDE = { min: 36, max: 2_880 } as const;
/** The smallest QR code that phones read on paper: 3/4 inch. */
export const MIN_QR = 54;

const points = (message: string) =>
  z
    .number(message)
    .min(0, message)
    .max(PAGE_SIDE.max, message)
    .multipleOf(0.01, 'Use at most two decimals.');
const side = (message: string) => points(message).min(1, message);
const fontSize = z
  .number('Enter a size in points.')
  .min(FONT_SIZES.min, `Use ${FONT_SIZES.min} to ${FONT_SIZES.max} points.`)
  .max(FONT_SIZES.max, `Use ${FONT_SIZES.min} to ${FONT_SIZES.max} points.`);
/** A colour as `#RRGGBB`. */
export const Colour = z
  .string('Choose a color.')
  .regex(/^#[0-9A-Fa-f]{6}$/, 'Enter a color as #RRGGBB.');
const place = {
  /** Made by the editor, stable over its life. */
  id: Id,
  /** From 1. */
  page: z.int('Choose a page.').min(1, 'Choose a page.').max(MAX_PAGES, 'Choose a page.'),
  x: points('Enter a distance in points.'),
  y: points('Enter a distance in points.'),
  width: side('Enter a width of at least 1 point.'),
  height: side('Enter a height of at least 1 point.'),
};

/**
 * Text on the artwork. It is set at `size` and, where that does not fit into the box with at most `lines` lines, smaller, down to `minSize`
 * (equal to `size`: never smaller). It begins at the top of its box. Text that does not fit even then is refused, naming the field.
 */
export const TextField = z.strictObject({
  kind: z.literal('text'),
  ...place,
  source: z.discriminatedUnion('from', [
    z.strictObject({ from: z.literal('merge'), field: MergeField }),
    z.strictObject({
      from: z.literal('fixed'),
      text: FieldValue.pipe(z.string().min(1, 'Enter the text.')),
    }),
  ]),
  font: z.enum(FONTS, 'Choose a font.'),
  weight: z.enum(Object.keys(WEIGHTS) as [FieldWeight, ...FieldWeight[]], 'Choose a weight.'),
  size: fontSize,
  minSize: fontSize,
  colour: Colour,
  align: z.enum(ALIGNMENTS, 'Choose an alignment.'),
  lines: z
    .int('Enter a number of lines.')
    .min(1, 'Use 1 to 40 lines.')
    .max(40, 'Use 1 to 40 lines.'),
});
/** A QR code of the fair's public page, as large as fits into its box, on a white ground with its quiet zone. */
export const QrField = z.strictObject({ kind: z.literal('qr'), ...place, colour: Colour });
/** What is placed on the artwork. */
export const PlacedField = z.discriminatedUnion('kind', [TextField, QrField]);
export type PlacedField = z.infer<typeof PlacedField>;
export const PlacedFields = z
  .array(PlacedField)
  .max(MAX_FIELDS, `Place at most ${MAX_FIELDS} fields.`);
