import { z } from 'zod';
import { ProfitBand, ProfitBands } from './agreements.ts';
import { defineApi } from '../endpoint.ts';
import { byName, PROMOTED, severalOf, yesOrNo } from '../list-filters.ts';
import { edit, read, readOrEdit, signedIn } from '../permissions.ts';
import { RECORD_STATUS } from '../record-status.ts';
import { RetentionMonths } from './retention.ts';
import { State, STATES, UNKNOWN_STATE } from '../states.ts';
import {
  closedSet,
  clearable,
  dataSchema,
  Day,
  Email,
  Id,
  Instant,
  listQuery,
  listSchema,
  optional,
  OptionsQuery,
  paragraph,
  PublicIdentifier,
  RecordOption,
  RecordStatus,
  text,
  TimeZone,
  Version,
} from '../values.ts';

const optionalText = (max: number) => text(0, max, `Use at most ${max} characters.`);
const optionalEmail = () => clearable(z.union([z.literal(''), Email]), '');

/** Maximum number of contacts of a school besides its coordinator. */
export const MAX_CONTACTS = 10;

/** A person at the school besides the coordinator, such as the librarian. */
export const NewSchoolContact = z.strictObject({
  name: text(1, 120, "Enter the person's name."),
  role: clearable(optionalText(60), ''),
  email: optionalEmail(),
  phone: clearable(optionalText(30), ''),
});
export type NewSchoolContact = z.infer<typeof NewSchoolContact>;
export const SchoolContact = z.strictObject({
  name: z.string(),
  role: z.string(),
  email: z.string(),
  phone: z.string(),
});
export type SchoolContact = z.infer<typeof SchoolContact>;

/** Fields that every school has once it is saved by hand. */
const required = {
  identifier: PublicIdentifier,
  name: text(2, 120, 'School name must have 2 to 120 characters.', 'Enter a school name.'),
  address: text(1, 255, 'Address is required.'),
  city: text(1, 120, 'City is required.'),
  state: State,
  zip: z
    .string('Enter the ZIP code as 12345 or 12345-6789.')
    .trim()
    .regex(/^\d{5}(-\d{4})?$/, 'Enter the ZIP code as 12345 or 12345-6789.'),
};
const others = {
  phone: clearable(optionalText(30), ''),
  timeZone: optional(TimeZone),
  region: clearable(optionalText(60), ''),
  enrollment: z
    .int('Enter a whole number.')
    .min(0, 'Enter a whole number.')
    .max(100_000, 'Enter a whole number.')
    .nullable()
    .optional(),
  taxExempt: optional(z.boolean()),
  exemptCertificateNo: clearable(optionalText(60), ''),
  exemptValidTo: Day.nullable().optional(),
  factsEnabled: optional(z.boolean()),
  coordinatorName: clearable(optionalText(120), ''),
  coordinatorEmail: optionalEmail(),
  coordinatorPhone: clearable(optionalText(30), ''),
  contacts: clearable(
    z.array(NewSchoolContact).max(MAX_CONTACTS, `Add at most ${MAX_CONTACTS} contacts.`),
    [],
  ),
  profitBands: clearable(ProfitBands, []),
  paymentTerms: clearable(optionalText(255), ''),
  notes: clearable(paragraph(2_000), ''),
};

/**
 * Request to add a school that the source system does not have yet (domain 3.4). Without
 * `studentRetentionMonths` it keeps names of students as the settings say (domain 3.20).
 */
export const NewSchool = z.strictObject({
  ...required,
  ...others,
  studentRetentionMonths: optional(RetentionMonths),
});
export type NewSchool = z.infer<typeof NewSchool>;

/** Request to change a school. Fields that are left out stay unchanged. */
export const SchoolChanges = z.strictObject({
  identifier: optional(required.identifier),
  name: optional(required.name),
  address: optional(required.address),
  city: optional(required.city),
  state: optional(required.state),
  zip: optional(required.zip),
  ...others,
  version: Version,
});
export type SchoolChanges = z.infer<typeof SchoolChanges>;

/** Fields that `schools.csv` of the source system can deliver, with their labels. */
export const SCHOOL_SOURCE_FIELDS = {
  identifier: 'School identifier',
  name: 'School name',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  phone: 'Phone',
  timeZone: 'Time zone',
  enrollment: 'Enrollment',
  taxExempt: 'Tax exemption',
  factsEnabled: 'FACTS',
  coordinatorName: 'Coordinator',
  coordinatorEmail: "Coordinator's email",
} as const;
export const SchoolSourceField = closedSet(SCHOOL_SOURCE_FIELDS);
export type SchoolSourceField = z.infer<typeof SchoolSourceField>;

/**
 * Tax exemption of a school on its current day: `incomplete` without a certificate number,
 * `expired` after the certificate's last day (domain 8.12).
 */
export const EXEMPTIONS = {
  none: { label: 'Not exempt', meaning: 'off' },
  incomplete: { label: 'No certificate number', meaning: 'warn' },
  current: { label: 'Exempt', meaning: 'ok' },
  expired: { label: 'Certificate expired', meaning: 'bad' },
} as const;
export const ExemptionState = closedSet(EXEMPTIONS);
export type ExemptionState = z.infer<typeof ExemptionState>;

/** One row of the schools list. `aveDollarBalanceCents` is the sum of the school's ledger. */
export const SchoolRow = z.strictObject({
  id: Id,
  identifier: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  phone: z.string(),
  timeZone: z.string(),
  region: z.string(),
  enrollment: z.int().nullable(),
  taxExempt: z.boolean(),
  exemption: ExemptionState,
  exemptValidTo: Day.nullable(),
  factsEnabled: z.boolean(),
  coordinatorName: z.string(),
  coordinatorEmail: z.string(),
  coordinatorPhone: z.string(),
  fairs: z.int(),
  aveDollarBalanceCents: z.int(),
  /** True if the last sync delivered the school. */
  inSource: z.boolean(),
  status: RecordStatus,
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type SchoolRow = z.infer<typeof SchoolRow>;

/** A school that holds fairs. */
export const School = SchoolRow.extend({
  contacts: z.array(SchoolContact),
  exemptCertificateNo: z.string(),
  /** The uploaded certificate; null if there is none. */
  certificate: z.strictObject({ fileName: z.string(), uploadedAt: Instant }).nullable(),
  profitBands: z.array(ProfitBand),
  paymentTerms: z.string(),
  notes: z.string(),
  /** School that this duplicate was merged into; null for all others. */
  mergedInto: z.strictObject({ id: Id, identifier: z.string(), name: z.string() }).nullable(),
  /** Fields that the source system owns: changed there, never here. Empty for other schools. */
  sourceFields: z.array(SchoolSourceField),
});
export type School = z.infer<typeof School>;

const QueryState = closedSet(STATES, UNKNOWN_STATE);

export const SchoolsQuery = listQuery(
  [
    'name',
    'identifier',
    'city',
    'state',
    'region',
    'enrollment',
    'coordinatorName',
    'fairs',
    'aveDollarBalanceCents',
    'status',
  ],
  'name',
  {
    status: severalOf('Status', RecordStatus, RECORD_STATUS, PROMOTED),
    state: severalOf('State', QueryState, STATES, PROMOTED),
    region: byName(
      'Region',
      'regions',
      z.string().trim().max(60, 'Use at most 60 characters.'),
      PROMOTED,
    ),
    taxExempt: yesOrNo('Tax-exempt'),
    exemption: severalOf('Certificate', ExemptionState, EXEMPTIONS),
    factsEnabled: yesOrNo('FACTS'),
    /** false: only schools that were added by hand or have left the source. */
    inSource: yesOrNo('Record', 'From the source system', 'Added by hand'),
  },
);
export type SchoolsQuery = z.output<typeof SchoolsQuery>;

export const RegionsQuery = z.strictObject({ search: z.string().trim().max(60).optional() });
export type RegionsQuery = z.output<typeof RegionsQuery>;
/** A region in a select. Regions have no record, only a name. */
export const RegionOption = z.strictObject({ value: z.string(), label: z.string() });
export type RegionOption = z.infer<typeof RegionOption>;

/** A school in a select; its address fills in the fair form. */
export const SchoolOption = RecordOption.extend({
  identifier: z.string(),
  timeZone: z.string(),
  taxExempt: z.boolean(),
  address: z.string(),
});
export type SchoolOption = z.infer<typeof SchoolOption>;

/**
 * Query of school options; `identifier` returns the school with that public code, active or not.
 */
export const SchoolOptionsQuery = OptionsQuery.extend({ identifier: PublicIdentifier.optional() });
export type SchoolOptionsQuery = z.output<typeof SchoolOptionsQuery>;

export const schoolsApi = defineApi({
  list: {
    call: 'GET /v1/schools',
    place: 'seen',
    access: read('Fairs'),
    summary: 'List schools',
    query: SchoolsQuery,
    response: listSchema(SchoolRow),
  },
  add: {
    call: 'POST /v1/schools/add',
    place: 'everywhere',
    access: edit('Fairs'),
    summary: 'Add a school',
    idempotent: true,
    body: NewSchool,
    response: dataSchema(School),
  },
  getById: {
    call: 'GET /v1/schools/getById/:id',
    place: 'seen',
    access: readOrEdit('Fairs'),
    summary: 'Get a school',
    response: dataSchema(School),
  },
  update: {
    call: 'PUT /v1/schools/update/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Change a school',
    description:
      'Fields that are left out stay unchanged. A field that the source system owns, and the identifier of a school with fairs, are refused on the field if they differ.',
    body: SchoolChanges,
    response: dataSchema(School),
  },
  changeStatus: {
    call: 'PATCH /v1/schools/change-status/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Activate or deactivate a school',
    description:
      '409 IN_USE with its reasons for a school with an active fair that is not closed out, AveDollars, or money in the eWallets of its students.',
    body: z.strictObject({ status: RecordStatus }),
    response: dataSchema(School),
  },
  getRegions: {
    call: 'GET /v1/schools/get-regions',
    place: 'seen',
    access: signedIn,
    summary: 'List regions of schools by name, as filter options',
    query: RegionsQuery,
    response: dataSchema(z.array(RegionOption)),
  },
  getSchools: {
    call: 'GET /v1/schools/get-schools',
    place: 'seen',
    access: signedIn,
    summary: 'Active schools to choose from, by name or identifier',
    query: SchoolOptionsQuery,
    response: dataSchema(z.array(SchoolOption)),
  },
});
