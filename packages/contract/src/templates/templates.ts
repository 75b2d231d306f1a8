import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { MAX_INTEGER } from '../limits.ts';
import { read, superAdmin } from '../permissions.ts';
import { Color, FieldValues, PlacedField, PlacedFields } from './template-fields.ts';
import {
  clearable,
  dataSchema,
  Id,
  Instant,
  optional,
  RecordStatus,
  text,
  Version,
} from '../values.ts';

/** Master templates: artwork with placed fields, by type and in versions (domain 3.14). */

/** Type of template, such as Flyer or Poster; staff can add types. */
export const TemplateType = z.strictObject({
  id: Id,
  code: z.string(),
  name: z.string(),
  sort: z.int(),
  status: RecordStatus,
  templates: z.int(),
});
export type TemplateType = z.infer<typeof TemplateType>;
/** Adds a type, or changes the one with `id`. */
export const SavedTemplateType = z.strictObject({
  id: optional(Id),
  name: text(2, 40, 'Name the type with 2 to 40 characters.'),
  sort: optional(z.int('Enter a whole number.').min(0).max(9_999)),
  status: optional(RecordStatus),
});
export type SavedTemplateType = z.output<typeof SavedTemplateType>;

/**
 * Stored artwork: a PDF of 1 to 4 pages without scripts, links or attachments, whatever was
 * uploaded. Page sizes in points.
 */
export const Artwork = z.strictObject({
  id: Id,
  fileName: z.string(),
  uploadedAs: z.enum(['pdf', 'png', 'jpeg']),
  /** Size of the stored PDF, in bytes. */
  bytes: z.int(),
  /** SHA-256 of the stored PDF, in hexadecimal. */
  sha256: z.string(),
  pages: z.array(z.strictObject({ width: z.number(), height: z.number() })).min(1),
});
export type Artwork = z.infer<typeof Artwork>;

/**
 * A template in the library. `fields` and `artwork` are those of the draft; `publishedNumber` is
 * the version that fairs use, null before the first; `changed` is true if the draft differs from
 * it. `fairs` is the number of fairs that offer it.
 */
export const Template = z.strictObject({
  id: Id,
  name: z.string(),
  templateTypeId: Id,
  typeName: z.string(),
  status: RecordStatus,
  /** Color of the header of public pages that offer it; null for the default. */
  pageColour: Color.nullable(),
  artwork: Artwork,
  fields: z.array(PlacedField),
  publishedNumber: z.int().nullable(),
  publishedAt: Instant.nullable(),
  changed: z.boolean(),
  fairs: z.int(),
  version: z.int(),
  updatedAt: Instant,
  updatedBy: z.string(),
});
export type Template = z.infer<typeof Template>;

/** A published version; never changed. */
export const TemplateVersion = z.strictObject({
  number: z.int(),
  artworkId: Id,
  fields: z.int(),
  publishedAt: Instant,
  publishedBy: z.string(),
});
export type TemplateVersion = z.infer<typeof TemplateVersion>;
/** A fair that offers the template for download; publishing a new version changes its document. */
export const TemplateFair = z.strictObject({
  id: Id,
  identifier: z.string(),
  name: z.string(),
  schoolName: z.string(),
});
export type TemplateFair = z.infer<typeof TemplateFair>;
/** A template with its versions, newest first, and the fairs that use it. */
export const TemplateDetails = Template.extend({
  versions: z.array(TemplateVersion),
  fairList: z.array(TemplateFair),
});
export type TemplateDetails = z.infer<typeof TemplateDetails>;

export const TEMPLATE_NAME = 'Name the template with 2 to 80 characters.';
/**
 * Fields besides the artwork file. With `templateId`, the file replaces the artwork of that
 * template's draft; without it, it starts a new template.
 */
export const ArtworkFields = z.strictObject({
  name: text(2, 80, TEMPLATE_NAME).optional(),
  templateTypeId: z.uuid('Choose a type.').optional(),
  templateId: Id.optional(),
});
export type ArtworkFields = z.output<typeof ArtworkFields>;

/**
 * Request to save a template. Fields stay a draft until they are published. Values that are left
 * out do not change.
 */
export const TemplateChanges = z
  .strictObject({
    id: Id,
    version: Version,
    name: text(2, 80, TEMPLATE_NAME).optional(),
    templateTypeId: z.uuid('Choose a type.').optional(),
    status: RecordStatus.optional(),
    pageColour: Color.nullable().optional(),
    fields: clearable(PlacedFields, []),
  })
  .refine(
    ({ name, templateTypeId, status, pageColour, fields }) =>
      [name, templateTypeId, status, pageColour, fields].some((value) => value !== undefined),
    'Nothing was changed.',
  );
export type TemplateChanges = z.output<typeof TemplateChanges>;

/** The number of a published version, from 1. */
const TemplateNumber = z
  .int('Choose a version.')
  .min(1, 'Choose a version.')
  .max(MAX_INTEGER, 'Choose a version.');

/**
 * Request for a preview: unsaved `fields` if given, for `fairId` or a sample fair, with `values`
 * replacing those of both. `number` shows a published version.
 */
export const Preview = z.strictObject({
  templateId: Id,
  number: optional(TemplateNumber),
  fields: optional(PlacedFields),
  fairId: optional(Id),
  values: optional(FieldValues),
});
export type Preview = z.output<typeof Preview>;

export const ONLY_ARTWORK = 'Only PDF, PNG and JPEG files are allowed.';

export const templatesApi = defineApi({
  list: {
    call: 'GET /v1/settings/master-template',
    place: 'seen',
    access: read('Customize Template'),
    summary: 'List templates with their placed fields, by type and name',
    response: dataSchema(
      z.strictObject({ types: z.array(TemplateType), templates: z.array(Template) }),
    ),
  },
  getById: {
    call: 'GET /v1/settings/master-template/:id',
    place: 'seen',
    access: read('Customize Template'),
    summary: 'Get a template with its versions and the fairs that use it',
    response: dataSchema(TemplateDetails),
  },
  artwork: {
    call: 'GET /v1/settings/artwork/:id',
    place: 'seen',
    access: read('Customize Template'),
    summary: 'Get the artwork as a PDF, without fields',
    file: true,
    description: 'The content of an ID never changes.',
    response: dataSchema(z.null()),
  },
  upload: {
    call: 'POST /v1/settings/templates-upload',
    place: 'everywhere',
    access: superAdmin,
    summary: 'Upload artwork: a new template, or new artwork for an existing one',
    upload: true,
    description:
      'Multipart: the fields and one part named file (PDF of 1 to 4 pages, PNG or JPEG, at most 5 MB). A PDF is opened and rewritten without scripts, links, forms and attachments; an image is re-encoded. Encrypted, damaged and unmasked files are refused on the field file.',
    body: ArtworkFields,
    response: dataSchema(TemplateDetails),
  },
  update: {
    call: 'PUT /v1/settings/master-template',
    place: 'everywhere',
    access: superAdmin,
    summary: "Save a template's draft",
    description:
      'Fairs get it once it is published; name, type, status and page color take effect at once.',
    body: TemplateChanges,
    response: dataSchema(TemplateDetails),
  },
  publish: {
    call: 'POST /v1/settings/master-template/:id/publish',
    place: 'everywhere',
    access: superAdmin,
    summary: 'Publish the draft as the next version',
    description:
      'Fairs that offer the template get it with their next download. A draft that equals the published version answers 409 INVALID_TRANSITION.',
    body: z.strictObject({ version: Version }),
    response: dataSchema(TemplateDetails),
  },
  restore: {
    call: 'POST /v1/settings/master-template/:id/restore',
    place: 'everywhere',
    access: superAdmin,
    summary: 'Restore a published version as the draft',
    body: z.strictObject({ version: Version, number: TemplateNumber }),
    response: dataSchema(TemplateDetails),
  },
  preview: {
    call: 'POST /v1/settings/preview-template',
    place: 'seen',
    access: read('Customize Template'),
    summary: 'Preview a document, as a PDF',
    file: true,
    heavy: 'document',
    description:
      'Text that does not fit is refused on `fields.<index>`, counted from 0 in the fields that were previewed.',
    body: Preview,
    response: dataSchema(z.null()),
  },
  types: {
    call: 'GET /v1/customization-template/get-customized-type',
    place: 'seen',
    access: read('Customize Template'),
    summary: 'List the types of templates',
    response: dataSchema(z.array(TemplateType)),
  },
  saveType: {
    call: 'POST /v1/customization-template/save-template-type',
    place: 'everywhere',
    access: superAdmin,
    summary: 'Add or change a type',
    body: SavedTemplateType,
    response: dataSchema(z.array(TemplateType)),
  },
});
