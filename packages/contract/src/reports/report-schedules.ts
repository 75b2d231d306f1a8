import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { read } from '../permissions.ts';
import { ALL_SCHOOLS, NewReportFile } from './report-query.ts';
import {
  closedSet,
  dataSchema,
  Done,
  Id,
  Instant,
  listQuery,
  listSchema,
  TimeZone,
  Version,
  whenObject,
  withoutNulls,
} from '../values.ts';

/** Reports that are sent by email at set times (domain 9.10). */

/** Days that a scheduled report covers, counted from the day on which it is due. */
export const REPORT_PERIODS = {
  whole_fair: 'All of the fair',
  yesterday: 'The day before',
  last_7_days: 'The 7 days before',
  last_30_days: 'The 30 days before',
  last_month: 'The month before',
  season_to_date: 'The season so far',
  same_days: 'Always the same days',
} as const;
export type ReportPeriod = keyof typeof REPORT_PERIODS;
export const ReportPeriod = closedSet(REPORT_PERIODS, 'Choose the days that the report covers.');

/** Weekdays by number, Monday first (ISO 8601). */
export const WEEKDAY_NAMES = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
} as const;

/** Recipients of a schedule: members of the staff, or the coordinator of its school. */
export const RecipientKind = z.enum(['staff', 'coordinator'], 'Choose who gets the report.');
export type RecipientKind = z.infer<typeof RecipientKind>;

export const MAX_RECIPIENTS = 20;
/** Maximum number of schedules of the company. */
export const MAX_SCHEDULES = 200;
/** Maximum size of an attached file, in bytes; mail servers refuse larger messages. */
export const MAX_ATTACHMENT_BYTES = 10_000_000;
/** Maximum number of minutes after its due time at which a report is not called late. */
export const LATE_AFTER_MINUTES = 30;

/** True for an empty list. Anything else that is no list has an error of its own. */
const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0;

/**
 * A schedule to add: the question of the report with its format, the days that it covers, and the
 * time of sending by the clock of `timeZone`. `startDate` and `endDate` count for `same_days` only;
 * `wholeFair` follows from the period.
 */
export const NewReportSchedule = NewReportFile.safeExtend({
  period: ReportPeriod,
  weekdays: z
    .array(z.int().min(1).max(7), 'Choose at least one weekday.')
    .min(1, 'Choose at least one weekday.')
    .max(7)
    .transform((days) => [...new Set(days)].sort((one, other) => one - other)),
  time: z
    .string('Enter a time such as 07:00.')
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 07:00.'),
  timeZone: TimeZone,
  to: RecipientKind,
  adminIds: z
    .array(Id)
    .max(MAX_RECIPIENTS, `Choose at most ${MAX_RECIPIENTS} people.`)
    .transform((ids) => [...new Set(ids)]),
})
  .refine(({ period, fairIdentifier }) => period !== 'whole_fair' || fairIdentifier, {
    path: ['period'],
    message: 'Choose days: this report is not of one fair.',
    when: whenObject,
  })
  .refine(({ to, adminIds }) => to !== 'staff' || !isEmpty(adminIds), {
    path: ['adminIds'],
    message: 'Choose at least one person.',
    when: whenObject,
  })
  .refine(({ to, schoolIdentifier }) => to !== 'coordinator' || schoolIdentifier !== ALL_SCHOOLS, {
    path: ['to'],
    message: 'A coordinator gets only reports of the own school. Choose a school first.',
  });
export type NewReportSchedule = z.output<typeof NewReportSchedule>;

export const ReportScheduleChanges = NewReportSchedule.safeExtend({ version: Version });
export type ReportScheduleChanges = z.output<typeof ReportScheduleChanges>;

/** A paused schedule sends nothing until it is resumed. */
export const ScheduleStatus = z.enum(['active', 'paused'], 'Choose active or paused.');
export type ScheduleStatus = z.infer<typeof ScheduleStatus>;

/**
 * State of one email. `skipped`: not sent on purpose; `failed`: given up after several tries;
 * `reason` says why, and while it is waiting, how the last try ended.
 */
export const SendStatus = z.enum(['waiting', 'sent', 'skipped', 'failed']);
export type SendStatus = z.infer<typeof SendStatus>;

/** One email of a schedule. `recipient` is the name; `email` is null until it was addressed. */
export const ReportSend = z.strictObject({
  id: Id,
  dueAt: Instant,
  status: SendStatus,
  recipient: z.string(),
  email: z.string().nullable(),
  isLate: z.boolean(),
  isByHand: z.boolean(),
  attempts: z.int(),
  reason: z.string().nullable(),
  endedAt: Instant.nullable(),
});
export type ReportSend = z.infer<typeof ReportSend>;

/** A recipient; `adminId` is null for the coordinator of the school. */
export const ReportRecipient = z.strictObject({
  adminId: Id.nullable(),
  name: z.string(),
  email: z.string(),
  unsubscribedAt: Instant.nullable(),
});
export type ReportRecipient = z.infer<typeof ReportRecipient>;

/**
 * A schedule. `subject` names the school, fair or filters; `nextDueAt` is null while it is paused.
 * `lastSend` is its newest email.
 */
export const ReportSchedule = z.strictObject({
  id: Id,
  question: NewReportFile,
  subject: z.string(),
  period: ReportPeriod,
  weekdays: z.array(z.int()),
  time: z.string(),
  timeZone: z.string(),
  to: RecipientKind,
  recipients: z.array(ReportRecipient),
  status: ScheduleStatus,
  nextDueAt: Instant.nullable(),
  lastSend: ReportSend.nullable(),
  savedBy: z.string(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

export const ReportSendsQuery = listQuery(['dueAt'], '-dueAt', {}).omit({ search: true });
export type ReportSendsQuery = z.output<typeof ReportSendsQuery>;

export const reportSchedulesApi = defineApi({
  list: {
    call: 'GET /v1/report-schedules',
    place: 'seen',
    access: read('Reports'),
    summary: 'List scheduled reports, the next one first',
    response: dataSchema(z.array(ReportSchedule)),
  },
  getById: {
    call: 'GET /v1/report-schedules/getById/:id',
    place: 'seen',
    access: read('Reports'),
    summary: 'Get a scheduled report',
    response: dataSchema(ReportSchedule),
  },
  sends: {
    call: 'GET /v1/report-schedules/sends/:id',
    place: 'seen',
    access: read('Reports'),
    summary: 'List the emails of a scheduled report, newest first, for 400 days',
    query: ReportSendsQuery,
    response: listSchema(ReportSend),
  },
  add: {
    call: 'POST /v1/report-schedules/add',
    place: 'seen',
    access: read('Reports'),
    summary: 'Schedule a report by email',
    idempotent: true,
    description:
      'Runs in the name of the caller, whose right to read Reports is checked again at each time of sending, as is that of every recipient of the staff. Names of students are in the file if its recipient may read Students; a file for a coordinator has no column about students. Unknown schools, fairs and people, people without the right, and a school without an email address of its coordinator are refused on the field. 409 IN_USE at 200 schedules.',
    body: withoutNulls(NewReportSchedule),
    response: dataSchema(ReportSchedule),
  },
  update: {
    call: 'PUT /v1/report-schedules/update/:id',
    place: 'seen',
    access: read('Reports'),
    summary: 'Change a scheduled report, which then runs in the name of the caller',
    description: 'A recipient who unsubscribed stays so until removed and added again.',
    body: withoutNulls(ReportScheduleChanges),
    response: dataSchema(ReportSchedule),
  },
  changeStatus: {
    call: 'PATCH /v1/report-schedules/change-status/:id',
    place: 'seen',
    access: read('Reports'),
    summary: 'Pause or resume a scheduled report',
    description: '409 INVALID_TRANSITION to resume one that every recipient has unsubscribed from.',
    body: z.strictObject({ status: ScheduleStatus }),
    response: dataSchema(ReportSchedule),
  },
  sendNow: {
    call: 'POST /v1/report-schedules/send-now/:id',
    place: 'seen',
    access: read('Reports'),
    summary: 'Send a scheduled report now, at most once a minute',
    description:
      '409 INVALID_TRANSITION if every recipient has unsubscribed, or within a minute of the last time.',
    response: Done,
  },
  delete: {
    call: 'DELETE /v1/report-schedules/delete/:id',
    place: 'seen',
    access: read('Reports'),
    summary: 'Delete a scheduled report with its history',
    response: Done,
  },
});
