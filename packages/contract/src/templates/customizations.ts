import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { MAX_INTEGER } from '../limits.ts';
import { anyone, edit, read } from '../permissions.ts';
import { FieldValue, FieldValues, MergeField } from './template-fields.ts';
import { dataSchema, Day, Id, Instant, Option, optional, PublicIdentifier } from '../values.ts';

const noVersion = 'Send the version from the last read, 0 if none.';
const VersionOrNone = z.int(noVersion).min(0, noVersion).max(MAX_INTEGER, noVersion);

/**
 * A fair's templates with its own values, its public address and its documents for download (domain
 * 3.14, 5).
 */

export const SELECT_TEMPLATE = 'Please select at least one template.';
/** Maximum number of documents in one download or publication. */
export const MAX_DOCUMENTS = 20;
const TemplateIds = z
  .array(Id, SELECT_TEMPLATE)
  .min(1, SELECT_TEMPLATE)
  .max(MAX_DOCUMENTS, `Choose at most ${MAX_DOCUMENTS} templates.`)
  .refine((ids) => new Set(ids).size === ids.length, 'Choose each template once.');

/**
 * A template for a fair: `values` are typed for this fair, `merged` is what each merge field of the
 * template prints. `version` is 0 until values are saved. `published` offers it on the fair's page.
 */
export const Customization = z.strictObject({
  templateId: Id,
  name: z.string(),
  templateTypeId: Id,
  typeName: z.string(),
  /** Number of the published version that documents are made from. */
  number: z.int(),
  pages: z.int(),
  /** Merge fields that the template prints, in the order of MERGE_FIELDS. */
  mergeFields: z.array(MergeField),
  hasQr: z.boolean(),
  values: FieldValues,
  merged: z.partialRecord(MergeField, z.string()),
  published: z.boolean(),
  version: z.int(),
  updatedBy: z.string().nullable(),
  updatedAt: Instant.nullable(),
});
export type Customization = z.infer<typeof Customization>;

/** Maximum number of titles on a fair's public page; its flyer has no room for more. */
export const MAX_FEATURED_TITLES = 6;

/**
 * A title of the fair's inventory on its public page. Not `shown` while it is inactive, at the fair
 * or everywhere.
 */
export const FeaturedTitle = z.strictObject({
  titleId: Id,
  title: z.string(),
  author: z.string(),
  shown: z.boolean(),
});
export type FeaturedTitle = z.infer<typeof FeaturedTitle>;

/** A fair's featured titles in page order. `version` is 0 until they are saved. */
export const FeaturedTitles = z.strictObject({ titles: z.array(FeaturedTitle), version: z.int() });
export type FeaturedTitles = z.infer<typeof FeaturedTitles>;

/** Replaces the featured titles of a fair, by id; an empty list removes them all. */
export const FeaturedTitlesChanges = z.strictObject({
  fairId: z.uuid('Choose a fair.'),
  titles: z
    .array(Id)
    .max(MAX_FEATURED_TITLES, `Choose at most ${MAX_FEATURED_TITLES} titles.`)
    .refine((ids) => new Set(ids).size === ids.length, 'Choose each title once.'),
  version: VersionOrNone,
});
export type FeaturedTitlesChanges = z.output<typeof FeaturedTitlesChanges>;

/** A title that can be featured on the fair's page. */
export const TitleOption = Option.extend({ author: z.string() });
export type TitleOption = z.infer<typeof TitleOption>;

/**
 * A fair's templates: every active one with a published version, by type and name. `defaults` is
 * what each merge field prints if nothing is typed.
 */
export const FairCustomizations = z.strictObject({
  fair: z.strictObject({
    id: Id,
    identifier: z.string(),
    name: z.string(),
    schoolIdentifier: z.string(),
    schoolName: z.string(),
    startDate: Day,
    endDate: Day,
    status: z.enum(['active', 'inactive']),
    closeOutState: z.enum(['open', 'finished']),
  }),
  /** URL of the public page; it works once `published`. */
  url: z.string(),
  published: z.boolean(),
  featured: FeaturedTitles,
  defaults: z.record(MergeField, z.string()),
  templates: z.array(Customization),
});
export type FairCustomizations = z.infer<typeof FairCustomizations>;

/**
 * Replaces the values of one template for one fair; a value that is left out is taken from the
 * fair.
 */
export const CustomizationChanges = z.strictObject({
  fairId: z.uuid('Choose a fair.'),
  templateId: z.uuid('Choose a template.'),
  values: z.partialRecord(MergeField, FieldValue),
  version: VersionOrNone,
});
export type CustomizationChanges = z.output<typeof CustomizationChanges>;

/**
 * Documents by the identifiers of a published fair, for anybody; or by `fairId`, for staff,
 * published or not.
 */
export const DownloadedDocuments = z
  .strictObject({
    fairId: optional(z.uuid('Choose a fair.')),
    schoolIdentifier: optional(PublicIdentifier),
    fairIdentifier: optional(PublicIdentifier),
    templateIds: TemplateIds,
  })
  .refine(
    ({ fairId, schoolIdentifier, fairIdentifier }) =>
      fairId === undefined
        ? schoolIdentifier !== undefined && fairIdentifier !== undefined
        : schoolIdentifier === undefined && fairIdentifier === undefined,
    {
      path: ['fairId'],
      message: 'Identify the fair by its ID, or by the identifiers of school and fair.',
    },
  );
export type DownloadedDocuments = z.output<typeof DownloadedDocuments>;

export const customizationsApi = defineApi({
  get: {
    call: 'GET /v1/customization-template',
    place: 'seen',
    access: read('Customize Template'),
    summary: "Get a fair's values for its templates",
    query: z.strictObject({ fairId: z.uuid('Choose a fair.') }),
    response: dataSchema(FairCustomizations),
  },
  update: {
    call: 'PUT /v1/customization-template/update',
    place: 'named',
    access: edit('Fairs'),
    summary: "Save a fair's values for one template",
    description: 'Answers 409 FAIR_FINISHED once the fair is closed out.',
    body: CustomizationChanges,
    response: dataSchema(FairCustomizations),
  },
  setFeaturedTitles: {
    call: 'PUT /v1/customization-template/featured-titles',
    place: 'named',
    access: edit('Fairs'),
    summary: "Choose the featured titles of a fair's page",
    description:
      "Titles of the fair's own inventory, in the order of the page; replaces the previous ones. A title that leaves the inventory leaves the page. Answers 409 STALE_VERSION, and FAIR_FINISHED once the fair is closed out.",
    body: FeaturedTitlesChanges,
    response: dataSchema(FairCustomizations),
  },
  getTitleOptions: {
    call: 'GET /v1/customization-template/get-title-options',
    place: 'seen',
    access: edit('Fairs'),
    summary: "List active titles of a fair's inventory to feature",
    query: z.strictObject({
      fairId: z.uuid('Choose a fair.'),
      search: z.string().trim().max(200).optional(),
    }),
    response: dataSchema(z.array(TitleOption)),
  },
  download: {
    call: 'POST /v1/customization-template/download',
    place: 'none',
    access: { ...anyone, staff: read('Customize Template') },
    summary: 'Download documents of a fair: one PDF, or a zip of several',
    file: true,
    heavy: 'document',
    description:
      'A stranger names a published fair by its identifiers and gets what is published for it, 100 times in 15 minutes from one address (429 RATE_LIMITED), from files that are made once. With `fairId` it needs read Customize Template. Text that does not fit is refused with the name of template and field.',
    body: DownloadedDocuments,
    response: dataSchema(z.null()),
  },
  generateUrl: {
    call: 'POST /v1/settings/generate-template-url',
    place: 'everywhere',
    access: edit('Fairs'),
    summary: "Publish a fair's page with these templates to download",
    description:
      'Replaces the published templates. Every document is generated first: text that does not fit is refused on `templateIds` with the name of template and field, and nothing changes. Answers 409 INVALID_TRANSITION for an inactive fair, FAIR_FINISHED for one that is closed out.',
    body: z.strictObject({ fairId: z.uuid('Choose a fair.'), templateIds: TemplateIds }),
    response: dataSchema(z.strictObject({ url: z.string() })),
  },
});
