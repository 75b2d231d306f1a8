import { z } from 'zod';
import { ProfitShare } from '../fairs/agreements.ts';
import { defineApi } from '../endpoint.ts';
import { JobError, JobStatus } from '../staff/jobs.ts';
import { LeftoverPolicy } from '../fairs/leftover-policy.ts';
import { signedIn, superAdmin } from '../permissions.ts';
import { RetentionMonths } from '../fairs/retention.ts';
import {
  clearable,
  dataSchema,
  Email,
  Id,
  Instant,
  paragraph,
  text,
  TimeZone,
  Version,
} from '../values.ts';
import { formatCount } from '../values/counts.ts';

/**
 * Settings visible to every signed-in admin (domain 7.3). `defaultTimeZone` determines the
 * company's days, `receiptFooter` is printed below each receipt, refunds round cash if `roundCash`,
 * `studentRetentionMonths` is the rule for schools without one (domain 3.20), `appVersion` is the
 * product's version.
 */
export const AppInfo = z.strictObject({
  companyName: z.string(),
  supportEmail: z.string(),
  supportPhone: z.string(),
  defaultTimeZone: TimeZone,
  receiptFooter: z.string(),
  roundCash: z.boolean(),
  studentRetentionMonths: RetentionMonths,
  appVersion: z.string(),
});
export type AppInfo = z.infer<typeof AppInfo>;

/**
 * The default subscription: one month (specification 9, "Default subscription unit constants"). The
 * product sells no subscriptions, so nothing reads it yet
 * (docs/decisions/0047-unused-subscription-constants.md).
 */
export const DEFAULT_SUBSCRIPTION = { count: 1, unit: 'month' } as const;

export const SyncScope = z.enum(
  ['all', 'schools', 'titles', 'students', 'wallet-top-ups'],
  'Choose what to sync.',
);
export type SyncScope = z.infer<typeof SyncScope>;

/**
 * Result of a sync for one file of the source: `skipped` if the source has none, `failed` if it
 * could not be read. Counts are rows; `deactivated` counts records that disappeared.
 */
export const SyncCounts = z.strictObject({
  file: z.string(),
  state: z.enum(['read', 'skipped', 'failed']),
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  deactivated: z.int(),
  rejected: z.int(),
});
export type SyncCounts = z.infer<typeof SyncCounts>;

/**
 * Schedule of automatic syncs: never, every hour, or every day at `syncHour` in the default time
 * zone.
 */
export const SyncSchedule = z.enum(['off', 'hourly', 'daily']);
export type SyncSchedule = z.infer<typeof SyncSchedule>;

/** Steps from an empty database to the first sale, in order. */
export const FIRST_STEPS = [
  'company',
  'school',
  'titles',
  'stock',
  'students',
  'role',
  'colleague',
  'fair',
  'packingList',
  'register',
  'sale',
] as const;
export const FirstStep = z.enum(FIRST_STEPS);
export type FirstStep = z.infer<typeof FirstStep>;

/** Months for which the access log is kept. */
export const ACCESS_LOG_MONTHS = [6, 12, 24, 36, 60, 84, 120] as const;
export const AccessLogMonths = z.literal(ACCESS_LOG_MONTHS, 'Choose how long the log is kept.');
export type AccessLogMonths = z.infer<typeof AccessLogMonths>;

const wholeNumber = (lowest: number, highest: number) =>
  z
    .int(`Enter a whole number from ${lowest} to ${formatCount(highest)}.`)
    .min(lowest, `Enter at least ${lowest}.`)
    .max(highest, `Enter at most ${formatCount(highest)}.`);
const amount = (highest: number) =>
  z
    .int('Enter an amount.')
    .min(0, 'The amount cannot be below zero.')
    .max(highest, `Enter at most $${formatCount(highest / 100)}.`);
/**
 * Settings that the owner may change (domain 3.15); they apply from the next call on. Amounts in
 * cents, shares in ppm.
 */
export const SettingsFields = z.strictObject({
  companyName: text(1, 80, 'Company name is required.'),
  supportEmail: z.union([z.literal(''), Email]),
  supportPhone: text(0, 30, 'Use at most 30 characters.'),
  defaultTimeZone: TimeZone,
  /** Base URL of public fair pages; empty: the product's own URL. */
  publicBaseUrl: z.union([
    z.literal(''),
    z.url({
      protocol: /^https?$/,
      hostname: /./,
      error: 'Enter an address that starts with https://.',
    }),
  ]),
  ewalletMinTopUpCents: amount(1_000_000),
  ewalletMaxBalanceCents: amount(10_000_000),
  ewalletLeftoverPolicy: LeftoverPolicy,
  profitCashPpm: ProfitShare,
  profitAveDollarPpm: ProfitShare,
  /** Days from a close-out to the day by which the school pays (domain 8.8). */
  statementDueDays: wholeNumber(0, 365),
  maxCheckOverageCents: amount(1_000_000),
  /** Registers and refunds of the office round cash to the nearest five cents (domain 8.11). */
  roundCash: z.boolean(),
  /** A discount of more than this share of a line at a register needs an approval (domain 8.13). */
  maxDiscountPercent: wholeNumber(0, 100),
  /** Hours without a network after which selling on at a register needs an approval. */
  maxOfflineHours: wholeNumber(1, 168),
  lastCopyThreshold: wholeNumber(0, 100),
  lowStockThreshold: wholeNumber(0, 10_000),
  deviceStaleHours: wholeNumber(1, 168),
  warrantyWarnDays: wholeNumber(1, 365),
  receiptFooter: paragraph(500),
  sessionIdleHours: wholeNumber(1, 168),
  /** Name of the selected source, one of `syncSources`; empty for the first of them. */
  syncSource: text(0, 40, 'Choose a source.'),
  syncSchedule: SyncSchedule,
  syncHour: wholeNumber(0, 23),
  /** Months after a student's last activity at which the names are erased; 0: never. */
  studentRetentionMonths: RetentionMonths,
  /** Months for which sign-ins, refusals and reads of children's names are kept (domain 3.22). */
  accessLogMonths: AccessLogMonths,
  /** Steps of the first setup that were skipped. */
  skippedSteps: z.array(FirstStep).max(FIRST_STEPS.length),
});
export type SettingsFields = z.infer<typeof SettingsFields>;

/** Saves one group of settings: its fields only, with the version that was read. */
export const SettingsChanges = SettingsFields.partial().extend({
  supportEmail: clearable(SettingsFields.shape.supportEmail, ''),
  supportPhone: clearable(SettingsFields.shape.supportPhone, ''),
  publicBaseUrl: clearable(SettingsFields.shape.publicBaseUrl, ''),
  receiptFooter: clearable(SettingsFields.shape.receiptFooter, ''),
  syncSource: clearable(SettingsFields.shape.syncSource, ''),
  skippedSteps: clearable(SettingsFields.shape.skippedSteps, []),
  studentRetentionMonths: clearable(RetentionMonths, 0),
  version: Version,
});
export type SettingsChanges = z.infer<typeof SettingsChanges>;

/**
 * A sync in the settings. `source` is the name of the source; `errors` has the first 50 of
 * `errorCount`; `files` is empty until the sync has ended.
 */
export const SyncResult = z.strictObject({
  jobId: Id,
  scope: SyncScope,
  source: z.string().nullable(),
  startedBy: z.string(),
  status: JobStatus,
  progress: z.int(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  files: z.array(SyncCounts),
  errors: z.array(JobError),
  errorCount: z.int(),
});
export type SyncResult = z.infer<typeof SyncResult>;

/**
 * Daily backups of the operator. The newest is null if there is none yet; its size is in bytes. It
 * is old after two days, when one day has been missed.
 */
export const BackupState = z.strictObject({
  isScheduled: z.boolean(),
  newest: z.strictObject({ at: Instant, sizeBytes: z.int() }).nullable(),
  isOld: z.boolean(),
});
export type BackupState = z.infer<typeof BackupState>;

/**
 * All settings, for SUPER_ADMIN. `firstSteps` says for each step of the first setup whether the
 * data shows that it is done.
 */
export const Settings = AppInfo.extend(SettingsFields.shape).extend({
  id: Id,
  version: z.int(),
  updatedAt: Instant,
  /**
   * Names of the sources that the operator has listed, in order; their locations stay on the
   * server.
   */
  syncSources: z.array(z.string()),
  lastSync: SyncResult.nullable(),
  firstSteps: z.record(FirstStep, z.boolean()),
  /** True once an order was booked. */
  hasSales: z.boolean(),
  backup: BackupState,
  /** Schools that keep the names of students without an end (domain 3.20), and the first by name. */
  endlessSchools: z.strictObject({ count: z.int(), firstId: Id.nullable() }),
});
export type Settings = z.infer<typeof Settings>;

/** Id of the settings row in activity. */
export const SETTINGS_ID = '00000000-0000-4000-8000-000000000001';

export const settingsApi = defineApi({
  get: {
    call: 'GET /v1/settings',
    place: 'seen',
    access: signedIn,
    summary: 'Get the support contact and app info; everything for a SUPER_ADMIN',
    response: dataSchema(z.union([Settings, AppInfo])),
  },
  update: {
    call: 'PUT /v1/settings/update',
    place: 'everywhere',
    access: superAdmin,
    summary: 'Change settings',
    description:
      'Fields that are not sent stay as they are. Profit shares hold for the close-outs that follow, thresholds and limits from the next call on.',
    body: SettingsChanges,
    response: dataSchema(Settings),
  },
  syncs: {
    call: 'GET /v1/settings/syncs',
    place: 'seen',
    access: superAdmin,
    summary: 'List the 20 latest syncs, newest first',
    response: dataSchema(z.array(SyncResult)),
  },
  sync: {
    call: 'POST /v1/settings/sync',
    place: 'everywhere',
    access: superAdmin,
    summary: 'Read schools, titles, students and top-ups from the source system',
    idempotent: true,
    description:
      'Starts a job, one at a time (409 SYNC_RUNNING). Reads the source that the settings name. 409 SYNC_SOURCE_MISSING where the operator lists none, or no longer that one. A missing file is skipped and said so.',
    body: z.strictObject({ scope: SyncScope }),
    response: dataSchema(z.strictObject({ jobId: Id })),
  },
});
