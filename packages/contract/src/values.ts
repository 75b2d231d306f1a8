import './sentences.ts';
import { z } from 'zod';
import { MAX_AMOUNT_CENTS, MAX_DAY_CENTS, MAX_INTEGER } from './limits.ts';
import { withoutUnseenMarks } from './plain-text.ts';
import { isTimeZone } from './values/clock.ts';

/**
 * Values used by all features: amounts, rates, days, instants, identifiers and paging. Names end in
 * their unit: `…Cents` (integer US cents), `…Ppm` (parts per million), `…Day`/`…Date` (calendar
 * day).
 */

/** Id of a record: a UUID (version 7) made by the application. */
export const Id = z.uuid('This is not a valid ID.');
export type Id = z.infer<typeof Id>;

const AMOUNT_LIMIT = 'Enter at most $1,000,000.';
/**
 * Integer cents in requests, 0 to `MAX_AMOUNT_CENTS`; `error` is the message for a value that is
 * not a whole number.
 */
export const centsSchema = (error: string) =>
  z.int(error).min(0, 'The amount cannot be below zero.').max(MAX_AMOUNT_CENTS, AMOUNT_LIMIT);
/** Integer cents, 0 to `MAX_AMOUNT_CENTS`. */
export const Cents = centsSchema('Enter an amount in whole cents.');
/** Integer cents of either sign: refunds, differences, ledger entries. */
export const SignedCents = z
  .int('Enter an amount in whole cents.')
  .min(-MAX_AMOUNT_CENTS, AMOUNT_LIMIT)
  .max(MAX_AMOUNT_CENTS, AMOUNT_LIMIT);
/** A rate as integer parts per million: 8.25% = 82,500. */
export const Ppm = z.int().min(0).max(1_000_000);

/** The first and the last year of days and moments; PostgreSQL has no year 0000. */
const FIRST_YEAR = '1900';
const LAST_YEAR = '2199';
const isInRange = (moment: string) =>
  moment.slice(0, 4) >= FIRST_YEAR && moment.slice(0, 4) <= LAST_YEAR;
const outOfRange = `Enter a date between ${FIRST_YEAR} and ${LAST_YEAR}.`;

/** A calendar day `YYYY-MM-DD` in the fair's time zone; never a JavaScript Date. */
export const Day = z.iso.date('Enter a date as MM/DD/YYYY.').refine(isInRange, outOfRange);
export type Day = z.infer<typeof Day>;

/**
 * Condition for a rule over several days: it is checked as soon as these fields are days, even if
 * other fields are invalid.
 */
export function whenDays(...names: string[]) {
  return ({ value }: { value: unknown }): boolean =>
    typeof value === 'object' &&
    value !== null &&
    names.every((name) => Day.safeParse((value as Record<string, unknown>)[name]).success);
}

/** Condition for a rule over an object: it is checked even if other fields are invalid. */
export const whenObject = ({ value }: { value: unknown }): boolean =>
  typeof value === 'object' && value !== null;

/** An optional field of a query or of a new record: left out and null both mean none. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();
}

/**
 * An optional field of a record: if left out, it is empty on add and unchanged on update; null sets
 * it to `empty`.
 */
export function clearable<Schema extends z.ZodType>(schema: Schema, empty: z.output<Schema>) {
  return schema
    .nullable()
    .transform((value) => value ?? empty)
    .optional();
}

/**
 * Schemas that are documented as another one. The web app loads this module too but makes no
 * documents.
 */
const documented = new WeakMap<object, z.ZodType>();

/** Returns the schema that documents this one, or undefined if it documents itself. */
export function documentedAs(schema: object): z.ZodType | undefined {
  return documented.get(schema);
}

/** A query object; null fields count as left out. */
export function withoutNulls<Schema extends z.ZodType>(schema: Schema): Schema {
  const stripped = (given: unknown): unknown =>
    typeof given === 'object' && given !== null && !Array.isArray(given)
      ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
      : given;
  const checked = z.preprocess(stripped, schema);
  documented.set(checked, schema);
  return checked as unknown as Schema;
}

/** A moment in UTC, ISO 8601: `2026-10-12T12:01:04.000Z`. */
export const Instant = z.iso
  .datetime({ error: 'Enter a moment as ISO 8601 in UTC.' })
  .refine(isInRange, outOfRange);
export type Instant = z.infer<typeof Instant>;

/** An IANA time zone name: `America/Detroit`. */
export const TimeZone = z.string().trim().refine(isTimeZone, 'Unknown time zone.');

/** Status of admins, devices, fairs and other records (specification 3). */
export const RecordStatus = z.enum(['active', 'inactive']);
export type RecordStatus = z.infer<typeof RecordStatus>;

/** Short public code of a school or a fair, used in files and addresses (domain 2). Compared without case. */
export const PublicIdentifier = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{1,39}$/,
    'Use 2 to 40 letters, digits, "-" or "_", starting with a letter or digit.',
  );

/** Text as it is seen: in Unicode normal form C, without unseen marks, trimmed. */
const asSeen = (value: string) => withoutUnseenMarks(value.normalize('NFC')).trim();

/**
 * Text as it is seen, without control characters. A refusal never aborts, which would skip the rules
 * over several fields.
 */
export function text(min: number, max: number, message: string, whenEmpty = message) {
  return z
    .string(whenEmpty)
    .transform(asSeen)
    .pipe(
      z
        .string()
        .min(min, { error: ({ input }) => (input === '' ? whenEmpty : message) })
        .max(max, max === min ? message : `Use at most ${max} characters.`)
        .regex(/^[^\p{Cc}]*$/u, 'Remove the control characters.'),
    );
}

/** Text of several lines: line breaks and tabs are allowed, other control characters refused. */
export function paragraph(max: number) {
  return z
    .string()
    .transform(asSeen)
    .pipe(
      z
        .string()
        .max(max, `Use at most ${max} characters.`)
        .regex(/^[^\p{Cc}\n\r\t]*(?:[\n\r\t][^\p{Cc}]*)*$/u, 'Remove the control characters.'),
    );
}

/** An email address, stored as typed and compared ignoring case. */
export const Email = z
  .string('Email address is required.')
  .trim()
  .min(1, 'Email address is required.')
  .max(254, 'Invalid email address')
  .pipe(z.email('Invalid email address'));

/** Page sizes of the specification (section 9). */
export const PAGE_SIZES = [10, 20, 50] as const;
export const DEFAULT_PAGE_SIZE = 20;

const wholeNumber = 'Enter a whole number.';
/** A whole number in a query string; the schema it is piped into sets its bounds. */
const QueryInt = z.union(
  [
    z
      .string()
      .regex(/^\d{1,16}$/, wholeNumber)
      .transform(Number),
    z.int().min(0).max(MAX_DAY_CENTS),
  ],
  wholeNumber,
);

/** `true` or `false` in a query string. */
export const QueryBoolean = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .or(z.boolean());
/** Whole cents in a query string. */
export const QueryCents = QueryInt.pipe(Cents);

/** Values that are the keys of their labels. */
export function closedSet<const Labels extends Readonly<Record<string, unknown>>>(
  labels: Labels,
  error?: string,
) {
  return z.enum(Object.keys(labels) as (keyof Labels & string)[], error);
}

/** One or more values of an enumeration in a query string: `status=a&status=b`. */
export function several<Item extends z.ZodType>(item: Item) {
  return z.union([z.array(item), item.transform((value) => [value])]) as unknown as z.ZodType<
    z.output<Item>[],
    z.input<Item>[] | z.input<Item>
  >;
}

/**
 * Query of every list: page from 1; limit 10, 20 or 50; sort by a field of the list; search text.
 */
export function listQuery<
  const Fields extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>(fields: Fields, byDefault: SortKey<Fields>, filters: Filters) {
  const sorts = fields.flatMap((field) => [field, `-${field}`]) as [
    SortKey<Fields>,
    ...SortKey<Fields>[],
  ];
  return z.strictObject({
    page: QueryInt.pipe(
      z
        .int(wholeNumber)
        .min(1, 'Page numbers start at 1.')
        .max(10_000_000, 'This page does not exist.'),
    ).default(1),
    limit: QueryInt.pipe(z.literal(PAGE_SIZES, 'Choose 10, 20 or 50 rows.')).default(
      DEFAULT_PAGE_SIZE,
    ),
    sort: z.enum(sorts, 'This list cannot be sorted that way.').default(byDefault as never),
    search: z.string().trim().max(200, 'Use at most 200 characters.').optional(),
    ...filters,
  });
}
/**
 * Place of a page in a list that is sorted by time: `after.ID` or `before.ID`, the last row of the
 * page before or the first row of the page after. Such a page is found as quickly at any depth.
 */
export const PageCursor = z
  .string()
  .regex(
    /^(?:after|before)\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
    'This is not a place in the list.',
  );
export type PageCursor = z.infer<typeof PageCursor>;

/** Query of a whole list without paging: all rows that match, or only those selected by hand. */
export type WholeList<Query> = Omit<Query, 'page' | 'limit' | 'cursor'> & {
  ids?: readonly string[] | undefined;
};
type SortKey<Fields extends readonly string[]> = Fields[number] | `-${Fields[number]}`;

/** Body of every successful response: `{ message?, data }` (api.md). */
export function dataSchema<Data extends z.ZodType>(data: Data) {
  return z.strictObject({ message: z.string().optional(), data });
}

/** One page of a list. `totalCapped` means that there are more rows than `totalResults`. */
export function listSchema<Row extends z.ZodType>(row: Row) {
  return dataSchema(
    z.strictObject({
      results: z.array(row),
      page: z.int(),
      limit: z.int(),
      totalPages: z.int(),
      totalResults: z.int(),
      totalCapped: z.literal(true).optional(),
    }),
  );
}

/** One option of a select: `value` is the id, `label` the text shown. */
export const Option = z.strictObject({ value: Id, label: z.string() });
export type Option = z.infer<typeof Option>;
/**
 * State of a record that a select may still have as its value, though it can no longer be selected.
 */
export const GoneState = z.enum(['inactive', 'deleted']);
export type GoneState = z.infer<typeof GoneState>;
/** A record in a select. `state` is null if it can be selected. */
export const RecordOption = Option.extend({ state: GoneState.nullable() });
export type RecordOption = z.infer<typeof RecordOption>;
/**
 * Query of every options call: a search text, or the `id` of one record (active, inactive or
 * deleted) whose label is needed. The answer has at most 50 options.
 */
export const OptionsQuery = z.strictObject({
  search: z.string().trim().max(200).optional(),
  id: Id.optional(),
});
export type OptionsQuery = z.output<typeof OptionsQuery>;
export const MAX_OPTIONS = 50;

/** Path parameters of a call about one record. */
export const IdParams = z.strictObject({ id: Id });

/** Version of the record that was edited (api.md: an outdated one answers 409 STALE_VERSION). */
export const Version = z
  .int('Send the version from the last read.')
  .min(1, 'Send the version from the last read.')
  .max(MAX_INTEGER, 'Send the version from the last read.');

/** Answer that has only the record's id. */
export const Done = dataSchema(z.strictObject({ id: Id }));
