import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { PackageOption, QueryPackageOption } from '../fairs/package-options.ts';
import { Category } from '../stock/inventory.ts';
import { MAX_INTEGER } from '../limits.ts';
import { edit, read, readOrEdit } from '../permissions.ts';
import { Season } from '../fairs/seasons.ts';
import { clearable, dataSchema, Id, Instant } from '../values.ts';

/** Maximum number of titles of a package. */
export const MAX_PACKAGE_TITLES = 500;
const QTY = 'Enter a quantity from 1 to 9999.';
const LAST_READ = 'Send the version from the last read.';
/** Version of a list as it was read; 0 for one that was never saved. */
const ListVersion = z.int(LAST_READ).min(0, LAST_READ).max(MAX_INTEGER, LAST_READ);
const Quantity = z.int(QTY).min(1, QTY).max(9_999, QTY);

/** Contents of a package in one season, in figures. Retail value in integer cents. */
export const PackageRow = z.strictObject({
  packageOption: PackageOption,
  titles: z.int(),
  units: z.int(),
  retailCents: z.int(),
  /** Fairs of the season that have the package. */
  fairs: z.int(),
});
export type PackageRow = z.infer<typeof PackageRow>;

/** A title as lists of a package show it. `priceCents`: of the season, else of the catalog. */
export const PackedTitle = z.strictObject({
  titleId: Id,
  sku: z.string(),
  title: z.string(),
  author: z.string(),
  category: Category,
  pictureId: Id.nullable(),
  priceCents: z.int(),
  /** Units in the warehouse that are not allocated; never below 0. */
  availableQty: z.int(),
  isActive: z.boolean(),
});
export type PackedTitle = z.infer<typeof PackedTitle>;
const PackageTitle = PackedTitle.extend({ qty: z.int() });
export type PackageTitle = z.infer<typeof PackageTitle>;

/** The content list of a package in one season; version 0 until it is first saved. */
export const PackageContents = z.strictObject({
  /** ID of the list, which its activity is about; null until it is first saved. */
  id: Id.nullable(),
  packageOption: PackageOption,
  season: Season,
  contents: z.array(PackageTitle),
  /** The newest earlier season with a list, to copy it from; null if there is none. */
  copyFrom: Season.nullable(),
  version: z.int(),
  updatedAt: Instant.nullable(),
  updatedBy: z.string().nullable(),
});
export type PackageContents = z.infer<typeof PackageContents>;

/** Request to store the whole content list of a package in one season. */
export const NewPackageContents = z.strictObject({
  packageOption: PackageOption,
  season: Season,
  contents: z
    .array(z.strictObject({ titleId: Id, qty: Quantity }))
    .max(MAX_PACKAGE_TITLES, `Use at most ${MAX_PACKAGE_TITLES} titles.`),
  version: ListVersion,
});
export type NewPackageContents = z.infer<typeof NewPackageContents>;

/** Titles found by the codes of a pasted list, in any order. */
export const FoundTitle = PackedTitle.extend({ code: z.string() });
export type FoundTitle = z.infer<typeof FoundTitle>;

/**
 * One title of a fair's package: units wanted, and titles that can replace those that the warehouse
 * lacks, best first. An inactive title lacks all its units.
 */
export const ProposedTitle = PackageTitle.extend({
  shortQty: z.int(),
  substitutes: z.array(PackedTitle),
});
export type ProposedTitle = z.infer<typeof ProposedTitle>;

/** Packing list that was made from a package. */
export const MadePackingList = z.strictObject({
  id: Id,
  packageOption: PackageOption,
  season: Season,
  madeAt: Instant,
  madeBy: z.string(),
  /** Import that sent the units; its page offers Undo. Null once it was deleted. */
  jobId: Id.nullable(),
  undoneAt: Instant.nullable(),
  units: z.int(),
  /** Decisions about titles that were short; a null title means that the units were left out. */
  substitutes: z.array(
    z.strictObject({ title: z.string().nullable(), insteadOf: z.string(), qty: z.int() }),
  ),
});
export type MadePackingList = z.infer<typeof MadePackingList>;

/** Proposal of a fair's packing list from its package, and those made before. */
export const PackingProposal = z.strictObject({
  fairId: Id,
  packageOption: PackageOption,
  season: Season,
  fairName: z.string(),
  fairIdentifier: z.string(),
  /** A closed-out fair takes no packing list. */
  isClosedOut: z.boolean(),
  contents: z.array(ProposedTitle),
  /** Version of the package's list that the proposal shows. */
  version: z.int(),
  made: z.array(MadePackingList),
});
export type PackingProposal = z.infer<typeof PackingProposal>;

/**
 * Request to make a fair's packing list from its package. `substitutes`: units of another title
 * that are sent instead of the same number of a title of the package, or without a title none. At
 * most one for each title of the package.
 */
export const NewPackingList = z.strictObject({
  fairId: Id,
  version: ListVersion,
  substitutes: z
    .array(
      z.strictObject({ insteadOfId: Id, titleId: clearable(Id.nullable(), null), qty: Quantity }),
    )
    .max(MAX_PACKAGE_TITLES),
});
export type NewPackingList = z.infer<typeof NewPackingList>;

/** Whoever plans fairs or sees the catalog. */
const readers = {
  kind: 'rights',
  anyOf: [...read('Fairs', 'All Inventory').anyOf, ...edit('Fairs').anyOf],
} as const;

export const packagesApi = defineApi({
  list: {
    call: 'GET /v1/packages',
    place: 'seen',
    access: readers,
    summary: 'List the twelve packages with the figures of their contents in one season',
    query: z.strictObject({ season: Season }),
    response: dataSchema(z.array(PackageRow)),
  },
  contents: {
    call: 'GET /v1/packages/contents',
    place: 'seen',
    access: readers,
    summary: 'Get the content list of a package in one season',
    query: z.strictObject({ packageOption: QueryPackageOption, season: Season }),
    response: dataSchema(PackageContents),
  },
  save: {
    call: 'PUT /v1/packages/save',
    place: 'everywhere',
    access: edit('Fairs'),
    summary: 'Store the content list of a package in one season',
    description:
      'Replaces the whole list. 409 STALE_VERSION if it was changed since `version`. Packing lists that were made stay as they are.',
    body: NewPackageContents,
    response: dataSchema(PackageContents),
  },
  findTitles: {
    call: 'POST /v1/packages/find-titles',
    place: 'none',
    access: edit('Fairs'),
    summary: 'Find the titles of a pasted list by SKU, ISBN or UPC',
    description: 'Codes that no title has are left out. Writes nothing.',
    body: z.strictObject({
      season: Season,
      codes: z
        .array(z.string().trim().max(60, 'Use at most 60 characters.'))
        .max(MAX_PACKAGE_TITLES, `Paste at most ${MAX_PACKAGE_TITLES} lines.`),
    }),
    response: dataSchema(z.array(FoundTitle)),
  },
  titleOptions: {
    call: 'GET /v1/packages/title-options',
    place: 'seen',
    access: edit('Fairs'),
    summary: 'Active titles to add to a package, by name, author or code',
    query: z.strictObject({ season: Season, search: z.string().trim().max(100).optional() }),
    response: dataSchema(z.array(PackedTitle)),
  },
  proposal: {
    call: 'GET /v1/packages/packing-list/:id',
    place: 'seen',
    access: readOrEdit('Fairs'),
    summary: "Propose a fair's packing list from its package",
    description:
      'With substitutes for titles that the warehouse is short of: of the same category and a like price, that the package does not have.',
    response: dataSchema(PackingProposal),
  },
  makePackingList: {
    call: 'POST /v1/packages/make-packing-list',
    place: 'named',
    access: edit('Fairs'),
    summary: "Make a fair's packing list from its package",
    idempotent: true,
    description:
      'Sends the units from the warehouse to the fair, as an uploaded packing list does: prices are those of the season, lines that the fair has keep theirs. Inactive titles must be substituted. jobs/:id/undo undoes it. 409 STALE_VERSION if the package was changed since the proposal.',
    body: NewPackingList,
    response: dataSchema(PackingProposal),
  },
});
