import { z } from 'zod';
import { closedSet, Id, paragraph } from '../values.ts';

/**
 * Fields placed on artwork: texts and QR codes, with their limits. All lengths are in points (1/72
 * inch) from the top left of the visible page. No HTML, script or template language: a field prints
 * one merge field or a fixed text.
 */

/** Merge fields by key, with their labels. */
export const MERGE_FIELDS = {
  school_name: 'School name',
  fair_name: 'Fair name',
  start_date: 'Start date',
  end_date: 'End date',
  dates: 'Dates',
  hours: 'Hours',
  address: 'Address',
  coordinator_name: 'Coordinator',
  coordinator_email: "Coordinator's email",
  fair_url: "Address of the fair's page",
  custom_message: 'Message',
  support_email: 'Customer service email',
  support_phone: 'Customer service phone',
} as const;
export type MergeField = keyof typeof MERGE_FIELDS;
export const MergeField = closedSet(MERGE_FIELDS, 'Choose what the field prints.');

/** Maximum length of a merge field's value and of a fixed text, in characters. */
export const MAX_VALUE = 500;
/** A value of a merge field; blank prints nothing. */
export const FieldValue = paragraph(MAX_VALUE);
/** Values by merge field; those left out are taken from the fair, its school and the settings. */
export const FieldValues = z.partialRecord(MergeField, FieldValue);
export type FieldValues = z.infer<typeof FieldValues>;

/** Typefaces of documents; they are embedded in each. */
export const FONTS = ['Inter'] as const;
export const WEIGHTS = { regular: 'Regular', semibold: 'Semibold', bold: 'Bold' } as const;
export type FieldWeight = keyof typeof WEIGHTS;
export const ALIGNMENTS = ['left', 'center', 'right'] as const;
/** Minimum and maximum font size, in points. */
export const FONT_SIZES = { min: 5, max: 200 } as const;
/** Maximum number of fields in a template. */
export const MAX_FIELDS = 60;
/** Maximum number of pages of artwork, and limits of a page's sides in points. */
export const MAX_PAGES = 4;
export const PAGE_SIDE = { min: 36, max: 2_880 } as const;
/** Minimum side of a QR code that phones can read on paper, in points: 3/4 inch. */
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
/** A color as `#RRGGBB`. */
export const Color = z
  .string('Choose a color.')
  .regex(/^#[0-9A-Fa-f]{6}$/, 'Enter a color as #RRGGBB.');
const place = {
  /** Id made by the editor; it never changes. */
  id: Id,
  /** Page number, from 1. */
  page: z.int('Choose a page.').min(1, 'Choose a page.').max(MAX_PAGES, 'Choose a page.'),
  x: points('Enter a distance in points.'),
  y: points('Enter a distance in points.'),
  width: side('Enter a width of at least 1 point.'),
  height: side('Enter a height of at least 1 point.'),
};

/**
 * Text on the artwork. It is set at `size`, or smaller down to `minSize` if it does not fit in its
 * box with at most `lines` lines (`minSize` equal to `size`: never smaller). It starts at the top
 * of its box. Text that does not fit at all is refused, naming the field.
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
  weight: closedSet(WEIGHTS, 'Choose a weight.'),
  size: fontSize,
  minSize: fontSize,
  colour: Color,
  align: z.enum(ALIGNMENTS, 'Choose an alignment.'),
  lines: z
    .int('Enter a number of lines.')
    .min(1, 'Use 1 to 40 lines.')
    .max(40, 'Use 1 to 40 lines.'),
});
/**
 * A QR code with the URL of the fair's public page, as large as its box allows, on a white ground
 * with its quiet zone.
 */
export const QrField = z.strictObject({ kind: z.literal('qr'), ...place, colour: Color });
/** A field on the artwork. */
export const PlacedField = z.discriminatedUnion('kind', [TextField, QrField]);
export type PlacedField = z.infer<typeof PlacedField>;
export const PlacedFields = z
  .array(PlacedField)
  .max(MAX_FIELDS, `Place at most ${MAX_FIELDS} fields.`);
