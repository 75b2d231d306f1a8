import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { byDuty, read } from '../permissions.ts';
import { MAX_UNITS } from '../limits.ts';
import { closedSet, dataSchema, Done, Id, Instant, optional, text } from '../values.ts';

/**
 * Status of a carton (domain 3.9): packed > delivered > returned, or missing at one of the two
 * scans.
 */
export const CARTON_STATUS = {
  packed: { label: 'Not scanned yet', meaning: 'waiting' },
  delivered: { label: 'Delivered', meaning: 'ok' },
  missing_at_delivery: { label: 'Missing at delivery', meaning: 'bad' },
  returned: { label: 'Returned', meaning: 'info' },
  missing_at_return: { label: 'Missing at return', meaning: 'bad' },
} as const;
export const CartonStatus = closedSet(CARTON_STATUS);
export type CartonStatus = z.infer<typeof CartonStatus>;
/** The two scans of a carton: on arrival at the fair and on its way back. */
export const CartonStage = z.enum(['delivery', 'return']);
export type CartonStage = z.infer<typeof CartonStage>;

/**
 * A numbered shipping box with its contents in units, and its scans: time and person, or register
 * with cashier. Of the `qty` packed units, `shortQty` were not in it and `damagedQty` arrived
 * damaged; `soldQty` stayed at the fair, sold already, when it was reported missing.
 */
export const Carton = z.strictObject({
  id: Id,
  code: z.string(),
  label: z.string(),
  status: CartonStatus,
  /** Restock that the carton came with; null for the packing list. */
  shipmentId: Id.nullable(),
  titles: z.int(),
  units: z.int(),
  contents: z.array(
    z.strictObject({
      titleId: Id,
      sku: z.string(),
      title: z.string(),
      priceCents: z.int(),
      qty: z.int(),
      shortQty: z.int(),
      damagedQty: z.int(),
      soldQty: z.int(),
    }),
  ),
  scannedInAt: Instant.nullable(),
  scannedInBy: z.string().nullable(),
  scannedBackAt: Instant.nullable(),
  scannedBackBy: z.string().nullable(),
});
export type Carton = z.infer<typeof Carton>;

/**
 * Limits of one call: number of codes, and length of a code. A carton's own code has at most 40
 * characters.
 */
export const MAX_CARTON_CODES = 1_000;
export const MAX_SCANNED_LENGTH = 100;
/** Titles that one call corrects. */
const MAX_CORRECTED_TITLES = 500;

const scan = {
  stage: z.enum(CartonStage.options, 'Choose delivery or return.'),
  codes: z
    .array(
      text(1, MAX_SCANNED_LENGTH, 'Scan or type a carton code.'),
      'Send the codes that were scanned.',
    )
    .max(MAX_CARTON_CODES, `Send at most ${MAX_CARTON_CODES} codes.`),
  confirm: optional(z.boolean()),
  keepSold: optional(z.boolean()),
};
/**
 * Cartons scanned at a fair (domain 4.6). Nothing changes without `confirm`. With it, scanned
 * cartons become delivered (or returned), and the others that are still packed (or delivered)
 * become missing. A carton that already has its scan or is missing changes only if it is scanned.
 * `keepSold` reports cartons missing although some of their titles are sold: those units stay.
 */
export const CartonScan = z.strictObject({ fairId: z.uuid('Choose a fair.'), ...scan });
export type CartonScan = z.infer<typeof CartonScan>;
/** The same request from a register, whose token names the fair. */
export const RegisterCartonScan = z.strictObject({ fairId: optional(Id), ...scan });
export type RegisterCartonScan = z.infer<typeof RegisterCartonScan>;

/**
 * A carton that was not scanned. `status` is its status before the call; it is `missing` if it
 * already was.
 */
export const MissingCarton = z.strictObject({
  code: z.string(),
  label: z.string(),
  status: CartonStatus,
  titles: z.int(),
  units: z.int(),
});
export type MissingCarton = z.infer<typeof MissingCarton>;

/**
 * Returns the cartons that a scan decides about (domain 4.6). At delivery the packing list and each
 * restock come on their own: if any code is of one, the others are still on their way, and their
 * cartons that are still packed wait.
 */
export function cartonsDue<Each extends Pick<Carton, 'code' | 'status' | 'shipmentId'>>(
  stage: CartonStage,
  cartons: readonly Each[],
  codes: readonly string[],
): Each[] {
  const given = new Set(codes.map((code) => code.toLowerCase()));
  const came = new Set(
    cartons.flatMap(({ code, shipmentId }) => (given.has(code.toLowerCase()) ? [shipmentId] : [])),
  );
  return cartons.filter(
    ({ status, shipmentId }) =>
      stage === 'return' || status !== 'packed' || came.size === 0 || came.has(shipmentId),
  );
}

/**
 * A code that matches no expected carton: it belongs to another fair (named), to no fair, or to a
 * carton that was reported missing at delivery and has to be scanned in first. `text` explains it.
 */
export const UnexpectedCode = z.strictObject({
  code: z.string(),
  reason: z.enum(['other_fair', 'unknown', 'missing_at_delivery']),
  fairId: Id.nullable(),
  fairIdentifier: z.string().nullable(),
  fairName: z.string().nullable(),
  text: z.string(),
});
export type UnexpectedCode = z.infer<typeof UnexpectedCode>;

/**
 * A title of which missing cartons contain more than is left: `missingUnits` would be removed, but
 * only `unitsLeft` are left at the fair because `soldUnits` were sold. With `keepSold`, `unitsLeft`
 * are removed and the other `keptUnits` stay, which `effect` says.
 */
export const SoldContent = z.strictObject({
  sku: z.string(),
  title: z.string(),
  cartons: z.array(z.string()),
  missingUnits: z.int(),
  unitsLeft: z.int(),
  soldUnits: z.int(),
  keptUnits: z.int(),
  text: z.string(),
  effect: z.string(),
});
export type SoldContent = z.infer<typeof SoldContent>;

/**
 * Result of a scan. `expected` = `scanned` + `earlier` + the number of `missing`: cartons of this
 * fair among the codes, cartons scanned before, and the rest. A return expects the cartons that
 * were delivered. `duplicates` are codes sent more than once, ignoring case.
 */
export const CartonScanAnswer = z.strictObject({
  expected: z.int(),
  scanned: z.int(),
  earlier: z.int(),
  missing: z.array(MissingCarton),
  unexpected: z.array(UnexpectedCode),
  duplicates: z.array(z.string()),
  /** Titles that refuse the confirmation without `keepSold`. */
  alreadySold: z.array(SoldContent),
});
export type CartonScanAnswer = z.infer<typeof CartonScanAnswer>;

/** Paper of carton labels: 4 × 6 inch of a label printer, or four on US Letter. */
export const LabelPaper = z.enum(['label', 'letter'], 'Choose 4 × 6 inch or Letter.');
export type LabelPaper = z.infer<typeof LabelPaper>;
export const CartonLabelsQuery = z.strictObject({
  paper: LabelPaper.default('label'),
  /** Carton whose label alone is printed. */
  carton: optional(Id),
});
export type CartonLabelsQuery = z.output<typeof CartonLabelsQuery>;

/** Description of both calls that scan cartons. */
export const SCAN_RULES =
  'Without `confirm` nothing changes. With it, scanned cartons become delivered (or returned), and of the others those still packed (still delivered) become missing. Cartons of a restock, or of the packing list, from which nothing was scanned stay packed if something else was: they are still on their way. The content of a carton missing at delivery leaves the fair, and comes back exactly when it is scanned later. 409 STOCK_INSUFFICIENT names the titles of which too many are sold already; with `keepSold` only the units left of these leave, and the sold ones stay. With `confirm`, codes that are no carton of the fair are kept as found cartons until their own fair scans them. Repeating a call changes nothing.';

const whole = 'Enter a whole number, 0 or more.';
const Units = z.int(whole).min(0, whole).max(MAX_UNITS, 'Enter at most 9,999,999.');
/** Units of titles in a carton that were not in it, or arrived damaged. Titles not named stay. */
export const CartonCorrection = z.strictObject({
  titles: z
    .array(z.strictObject({ titleId: Id, shortQty: Units, damagedQty: Units }), whole)
    .min(1, 'Send at least one title.')
    .max(MAX_CORRECTED_TITLES, `Send at most ${MAX_CORRECTED_TITLES} titles.`),
});
export type CartonCorrection = z.infer<typeof CartonCorrection>;

/**
 * A carton code that was scanned at a fair that has no such carton, and the fair that has it by now,
 * if any. Open until that fair scans it, or somebody dismisses it.
 */
export const FoundCarton = z.strictObject({
  id: Id,
  code: z.string(),
  stage: CartonStage,
  foundBy: z.string(),
  foundAt: Instant,
  fairId: Id,
  fairIdentifier: z.string(),
  fairName: z.string(),
  ownFairId: Id.nullable(),
  ownFairIdentifier: z.string().nullable(),
  ownFairName: z.string().nullable(),
});
export type FoundCarton = z.infer<typeof FoundCarton>;

export const FoundCartonsQuery = z.strictObject({ fairId: optional(z.uuid('Choose a fair.')) });

export const cartonsApi = defineApi({
  list: {
    call: 'GET /v1/fairs/cartons/:id',
    place: 'seen',
    access: read('Fairs'),
    summary: "List a fair's cartons with content, state and scans",
    response: dataSchema(z.array(Carton)),
  },
  labels: {
    call: 'GET /v1/fairs/carton-labels/:id',
    place: 'seen',
    access: read('Fairs'),
    summary: "Print labels of a fair's cartons, as a PDF",
    description:
      '`:id` is the fair. Each label names fair, school, number of the carton in its delivery, titles and units, and has the code of the carton as Code 128 and QR; one on each page of 4 × 6 inch (`label`), or four on a US Letter page.',
    file: true,
    heavy: 'document',
    query: CartonLabelsQuery,
    response: dataSchema(z.null()),
  },
  scan: {
    call: 'POST /v1/fairs/scan-missing-cartons',
    place: 'named',
    access: byDuty('scan_cartons'),
    summary: 'Scan cartons at delivery or return',
    description: SCAN_RULES,
    body: CartonScan,
    response: dataSchema(CartonScanAnswer),
  },
  correct: {
    call: 'POST /v1/cartons/:id/corrections',
    place: 'named',
    access: byDuty('adjust_stock'),
    summary: 'Correct the units of a carton that were short or damaged',
    description:
      "Sets both numbers of each title named; the difference leaves the fair's stock or comes back to it. 409 STOCK_INSUFFICIENT if fewer units are left than would leave, 409 INVALID_TRANSITION while the carton is missing at delivery. Repeating a call changes nothing.",
    body: CartonCorrection,
    response: dataSchema(Carton),
  },
  found: {
    call: 'GET /v1/cartons/found',
    place: 'seen',
    access: read('Fairs'),
    summary: 'List carton codes scanned at a fair that has no such carton',
    description:
      'Open ones, the newest first, at most 200. `fairId`: found at this fair, or belonging to it.',
    query: FoundCartonsQuery,
    response: dataSchema(z.array(FoundCarton)),
  },
  dismissFound: {
    call: 'POST /v1/cartons/found/:id/dismiss',
    place: 'named',
    access: byDuty('scan_cartons'),
    summary: 'Take a found carton off the list',
    response: Done,
  },
});
