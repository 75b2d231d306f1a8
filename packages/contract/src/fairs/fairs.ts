import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { Reason } from '../errors.ts';
import { FairChanges, NewFair } from './fair-changes.ts';
import { FairDaySales, FairDevice, FairTotals, ReadinessItem } from './fair-details.ts';
import { PACKAGE_OPTIONS, PackageOption, QueryPackageOption } from './package-options.ts';
import { CloseOutState, FAIR_STATES, FairPhase, FairState } from './fair-state.ts';
import { byDays, byRecord, oneOf, PROMOTED, severalOf } from '../list-filters.ts';
import { edit, read, readOrEdit, readSales, signedIn } from '../permissions.ts';
import { RECORD_STATUS } from '../record-status.ts';
import {
  dataSchema,
  Day,
  Done,
  Id,
  Instant,
  listSchema,
  listQuery,
  optional,
  OptionsQuery,
  RecordOption,
  RecordStatus,
  several,
  whenDays,
} from '../values.ts';
import { daysBetween } from '../values/days.ts';

/** Number of days before the start and after the end on which sales are accepted (domain 4.3). */
export const SELLING_MARGIN_DAYS = 5;
/** Usual maximum length in days; a longer fair is accepted with a warning (domain 3.5). */
export const USUAL_FAIR_DAYS = 14;
/** A fair that starts later is accepted with a warning (domain 3.5). */
export const USUAL_YEARS_AHEAD = 3;

/**
 * One selling event at one school. `salesTaxRate` is in percent; `netCents` is net sales to date,
 * null for callers who see no sales (`seesSales`).
 */
export const Fair = z.strictObject({
  id: Id,
  identifier: z.string(),
  name: z.string(),
  schoolId: Id,
  schoolIdentifier: z.string(),
  schoolName: z.string(),
  address: z.string(),
  startDate: Day,
  endDate: Day,
  timeZone: z.string(),
  phase: FairPhase,
  salesTaxRate: z.number(),
  salesTaxRatePpm: z.int(),
  adminId: Id,
  adminName: z.string(),
  packageOption: PackageOption,
  status: RecordStatus,
  closeOutState: CloseOutState,
  /** True for a fair that is open again after its close-out was reverted. */
  closeOutReverted: z.boolean(),
  hours: z.string(),
  publicMessage: z.string(),
  /** True if the public page is published; it is shown only while the fair is active. */
  published: z.boolean(),
  orders: z.int(),
  netCents: z.int().nullable(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Fair = z.infer<typeof Fair>;

/**
 * A fair with the data of its page: key figures, checklist, registers, sales by day. `salesByDay` is
 * empty for callers who see no sales.
 */
export const FairDetails = Fair.extend({
  schoolEnrollment: z.int().nullable(),
  schoolPhone: z.string(),
  today: Day,
  /** Time of the last reset of its sales; null if never. */
  resetAt: Instant.nullable(),
  /**
   * Fairs on the same days at the same school, with the same admin or with the same device. For
   * information only (domain 3.5).
   */
  warnings: z.array(Reason),
  deviceIds: z.array(Id),
  totals: FairTotals,
  readiness: z.array(ReadinessItem),
  devices: z.array(FairDevice),
  salesByDay: z.array(FairDaySales),
});
export type FairDetails = z.infer<typeof FairDetails>;

/** Filters that the state replaces. */
const OLD = { isOld: true } as const;
const FAIR_PHASES = { upcoming: 'Upcoming', live: 'Live', ended: 'Ended' };
const CLOSE_OUT_STATES = { open: 'Open', finished: 'Closed out' };

export const FairsQuery = listQuery(
  [
    'name',
    'identifier',
    'schoolName',
    'startDate',
    'endDate',
    'adminName',
    'packageOption',
    'salesTaxRate',
    'netCents',
    'status',
    'relevance',
  ],
  'relevance',
  {
    state: severalOf('State', FairState, FAIR_STATES),
    ...byDays('Dates'),
    adminId: byRecord('Admin', 'admins', PROMOTED),
    schoolId: byRecord('School', 'schools', PROMOTED),
    packageOption: severalOf('Package', QueryPackageOption, PACKAGE_OPTIONS),
    phase: severalOf('When', FairPhase, FAIR_PHASES, OLD),
    status: severalOf('Status', RecordStatus, RECORD_STATUS, OLD),
    closeOut: oneOf('Close-out', CloseOutState.optional(), CLOSE_OUT_STATES, OLD),
  },
);
export type FairsQuery = z.output<typeof FairsQuery>;

/** Maximum number of days in one calendar request: a season of six months. */
export const MAX_CALENDAR_DAYS = 190;
export const CalendarQuery = z
  .strictObject({
    from: Day,
    to: Day,
    status: RecordStatus.optional(),
    adminId: Id.optional(),
    schoolId: Id.optional(),
  })
  .refine(({ from, to }) => to >= from && daysBetween(from, to) < MAX_CALENDAR_DAYS, {
    path: ['to'],
    message: `Ask for 1 to ${MAX_CALENDAR_DAYS} days.`,
    when: whenDays('from', 'to'),
  });
export type CalendarQuery = z.output<typeof CalendarQuery>;
/** A fair in the calendar, its planned devices by name, and the fairs it conflicts with. */
export const CalendarFair = Fair.pick({
  id: true,
  identifier: true,
  name: true,
  schoolName: true,
  startDate: true,
  endDate: true,
  phase: true,
  adminId: true,
  adminName: true,
  status: true,
  closeOutState: true,
  closeOutReverted: true,
}).extend({ devices: z.array(z.string()), clashes: z.array(Reason) });
export type CalendarFair = z.infer<typeof CalendarFair>;

/** Maximum number of fairs in one request of sales by day: the rows of a page. */
export const MAX_SALES_FAIRS = 50;
export const SalesByDayQuery = z.strictObject({
  fairIds: several(Id).refine(({ length }) => length >= 1 && length <= MAX_SALES_FAIRS, {
    message: `Ask for 1 to ${MAX_SALES_FAIRS} fairs.`,
  }),
});
/** Net sales of a fair on one of its days, for the days with sales or refunds. */
export const FairDayNet = z.strictObject({ fairId: Id, day: Day, netCents: z.int() });
export type FairDayNet = z.infer<typeof FairDayNet>;

export const FairOption = RecordOption.extend({
  identifier: z.string(),
  schoolIdentifier: z.string(),
  schoolName: z.string(),
  startDate: Day,
  endDate: Day,
  timeZone: z.string(),
  phase: FairPhase,
  /** State of the close-out; a finished fair cannot be changed. */
  closeOutState: CloseOutState,
});
export type FairOption = z.infer<typeof FairOption>;

/** A fair that has inventory, for the pickers of Fair inventory and Reports. */
export const FairWithInventory = z.strictObject({
  id: Id,
  name: z.string(),
  identifier: z.string(),
  startDate: Day,
  endDate: Day,
  phase: FairPhase,
  titles: z.int(),
  units: z.int(),
  onHand: z.int(),
});
export type FairWithInventory = z.infer<typeof FairWithInventory>;

export const fairsApi = defineApi({
  list: {
    call: 'GET /v1/fairs',
    place: 'seen',
    access: read('Fairs'),
    summary: 'List fairs',
    query: FairsQuery,
    response: listSchema(Fair),
  },
  add: {
    call: 'POST /v1/fairs/add',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Plan a fair',
    idempotent: true,
    body: NewFair,
    response: dataSchema(FairDetails),
  },
  update: {
    call: 'PUT /v1/fairs/update/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Change a fair',
    description:
      'Answers 409 CONFIRMATION_NEEDED with its warnings where orders exist and the tax rate changes, until `confirm` is true.',
    body: FairChanges,
    response: dataSchema(FairDetails),
  },
  changeStatus: {
    call: 'PATCH /v1/fairs/change-status/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Activate or deactivate a fair',
    description:
      'An inactive fair is hidden from registers and the public page and kept in reports. 409 CONFIRMATION_NEEDED while it is live and has sold today, until `confirm` is true.',
    body: z.strictObject({ status: RecordStatus, confirm: optional(z.boolean()) }),
    response: dataSchema(FairDetails),
  },
  delete: {
    call: 'DELETE /v1/fairs/delete/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Delete an unused fair',
    description:
      '409 IN_USE with every reason once it has had orders, payments, stock or counted money: deactivate it instead.',
    response: Done,
  },
  calendar: {
    call: 'GET /v1/fairs/calendar',
    place: 'seen',
    access: read('Fairs'),
    summary: 'List fairs overlapping a range of days, with conflicts of school, admin and device',
    query: CalendarQuery,
    response: dataSchema(z.array(CalendarFair)),
  },
  salesByDay: {
    call: 'GET /v1/fairs/sales',
    place: 'seen',
    access: readSales,
    summary: 'Get the net sales by day of several fairs, by fair and day',
    query: SalesByDayQuery,
    response: dataSchema(z.array(FairDayNet)),
  },
  getById: {
    call: 'GET /v1/fairs/getById/:id',
    place: 'seen',
    access: readOrEdit('Fairs'),
    summary: 'Get a fair with its totals',
    response: dataSchema(FairDetails),
  },
  getFairOptions: {
    call: 'GET /v1/fairs/get-fair-options',
    place: 'seen',
    access: signedIn,
    summary: 'List active fairs as options',
    query: OptionsQuery,
    response: dataSchema(z.array(FairOption)),
  },
  getFairWithInventory: {
    call: 'GET /v1/fairs/get-fair-with-inventory',
    place: 'seen',
    access: read('Fairs', 'Fair Inventory', 'Reports'),
    summary: 'List fairs that have inventory, live ones first',
    query: OptionsQuery,
    response: dataSchema(z.array(FairWithInventory)),
  },
});
