import type { Db } from '#api/db/db.ts';
import { inPlacesOf } from '#api/db/places/in-places-of.ts';
import { SEAL_EVERY, SEAL_TASK, sealActivity } from '#api/staff/activity/seal.service.ts';
import { FORGET_ATTEMPTS_TASK, forgetOldAttempts } from '#api/staff/sign-in/attempts.ts';
import { MAIL_TASK, sendOrderedMail, type MailContext } from '#api/staff/sign-in/mail.service.ts';
import { recordRefusal, SIGN_IN_REFUSED_TASK } from '#api/staff/sign-in/sign-in-records.service.ts';
import {
  mailStatement,
  STATEMENT_MAIL_TASK,
} from '#api/close-out/close-out/statement/statement-mail.service.ts';
import { DAY_SHEET_MAIL_TASK, mailDaySheet } from '#api/close-out/day-sheets/day-sheets.service.ts';
import {
  FORGET_EVENTS_EVERY,
  FORGET_EVENTS_TASK,
  forgetOldEvents,
} from '#api/staff/events/events.queries.ts';
import { exportTask } from '#api/office/exports/exports.service.ts';
import { uploadTask } from '#api/imports/uploads/uploads.service.ts';
import {
  FORGET_NOTIFICATIONS_EVERY,
  FORGET_NOTIFICATIONS_TASK,
  forgetOldNotifications,
} from '#api/staff/notifications/notifications.queries.ts';
import {
  reviewSilentPayments,
  TIME_OUT_EVERY,
  TIME_OUT_TASK,
} from '#api/sales/payments/payment-timeout.service.ts';
import { mailReceipt, RECEIPT_MAIL_TASK } from '#api/sales/receipts/receipts.service.ts';
import { settleOrder } from '#api/sales/refunds/settlement.service.ts';
import {
  REPORT_SENDS_EVERY,
  REPORT_SENDS_TASK,
  sendDueReports,
} from '#api/reports/report-schedules/sending.service.ts';
import { reportTask } from '#api/reports/reports/files/report-files.service.ts';
import {
  startDueSync,
  SYNC_SCHEDULE_EVERY,
  SYNC_SCHEDULE_TASK,
} from '#api/imports/sync/schedule.service.ts';
import { eraseWaitingStudents } from '#api/students/student-data/erase-students.service.ts';
import {
  DUE_ERASURES_EVERY,
  DUE_ERASURES_TASK,
  ERASE_STUDENTS_EVERY,
  ERASE_STUDENTS_TASK,
  startDueErasures,
} from '#api/students/student-data/student-data.service.ts';
import type { SyncSource } from '#api/imports/sync/sources.rules.ts';
import { syncTask } from '#api/imports/sync/sync.service.ts';
import { openFiles } from '#api/files/open-files.ts';
import { forgetMailWithFiles, mailFolder } from '#api/mail/mailer.ts';
import type { JobsOptions, JobTask } from '#api/jobs/run-jobs.ts';
import { FORGET_FILES_TASK, forgetOldFiles } from '#api/jobs/stored-files.ts';
import { FORGET_MAILED_FILES_TASK } from '#api/jobs/withdraw-files.ts';
import {
  FORGET_ROWS_EVERY,
  FORGET_ROWS_TASK,
  forgetExpiredRows,
} from '#api/retention/forget-rows.ts';

/** Every kind of job, with the feature that runs it. `filesDir` is the shared folder of files. */
export function jobTasks(
  db: Db,
  { syncSources = [], filesDir }: { syncSources?: readonly SyncSource[]; filesDir?: string },
): JobsOptions['tasks'] {
  const files = openFiles(db, filesDir);
  // A file tells its owner only of the owner's places.
  const ofOwner =
    (task: JobTask): JobTask =>
    (job) =>
      inPlacesOf(db, job.ownerId, () => task(job));
  return {
    import: uploadTask(db),
    sync: syncTask(db, syncSources),
    export: ofOwner(exportTask(db, files)),
    report: ofOwner(reportTask(db, files)),
  };
}

/** Recurring tasks, with their times in UTC. */
export const RECURRING = {
  [SEAL_TASK]: SEAL_EVERY,
  [FORGET_ATTEMPTS_TASK]: { minutes: 60, at: 17 },
  [TIME_OUT_TASK]: TIME_OUT_EVERY,
  [FORGET_FILES_TASK]: { minutes: 60, at: 37 },
  [FORGET_ROWS_TASK]: FORGET_ROWS_EVERY,
  [FORGET_EVENTS_TASK]: FORGET_EVENTS_EVERY,
  [FORGET_NOTIFICATIONS_TASK]: FORGET_NOTIFICATIONS_EVERY,
  [SYNC_SCHEDULE_TASK]: SYNC_SCHEDULE_EVERY,
  [REPORT_SENDS_TASK]: REPORT_SENDS_EVERY,
  [DUE_ERASURES_TASK]: DUE_ERASURES_EVERY,
  [ERASE_STUDENTS_TASK]: ERASE_STUDENTS_EVERY,
} as const;

/** Background tasks without a job record. */
export function backgroundTasks(
  mail: MailContext,
  {
    syncSources = [],
    filesDir,
    dataDir,
    backup,
  }: {
    syncSources?: readonly SyncSource[];
    filesDir?: string;
    /** Data folder, which has unsent mail. */
    dataDir?: string;
    /** Schedule of the daily backups, as in the configuration. */
    backup?: { folder?: string | undefined; keepDays: number };
  },
): NonNullable<JobsOptions['backgroundTasks']> {
  return {
    [MAIL_TASK]: (payload, isLastTry) => sendOrderedMail(mail, payload, isLastTry),
    [SIGN_IN_REFUSED_TASK]: (payload) => recordRefusal(mail.db, payload),
    [DAY_SHEET_MAIL_TASK]: (payload, isLastTry) => mailDaySheet(mail, payload, isLastTry),
    [STATEMENT_MAIL_TASK]: (payload, isLastTry) => mailStatement(mail, payload, isLastTry),
    [RECEIPT_MAIL_TASK]: (payload, isLastTry) => mailReceipt(mail, payload, isLastTry),
    [REPORT_SENDS_TASK]: () => sendDueReports(mail),
    [SEAL_TASK]: async () => void (await sealActivity(mail.db)),
    [FORGET_ATTEMPTS_TASK]: () => forgetOldAttempts(mail.db),
    [FORGET_FILES_TASK]: () => forgetOldFiles(mail.db, openFiles(mail.db, filesDir)),
    [FORGET_MAILED_FILES_TASK]: async () => {
      if (dataDir !== undefined) await forgetMailWithFiles(mailFolder(dataDir));
    },
    [FORGET_ROWS_TASK]: async () => void (await forgetExpiredRows(mail.db)),
    [FORGET_EVENTS_TASK]: () => forgetOldEvents(mail.db),
    [FORGET_NOTIFICATIONS_TASK]: () => forgetOldNotifications(mail.db),
    [SYNC_SCHEDULE_TASK]: async () => void (await startDueSync(mail.db, syncSources)),
    [DUE_ERASURES_TASK]: () => startDueErasures(mail.db),
    [ERASE_STUDENTS_TASK]: () =>
      eraseWaitingStudents(mail.db, {
        forgetFiles: async () => {
          await forgetOldFiles(mail.db, openFiles(mail.db, filesDir));
          if (dataDir !== undefined) await forgetMailWithFiles(mailFolder(dataDir));
        },
        backupDays: backup?.folder === undefined ? undefined : backup.keepDays,
      }),
    [TIME_OUT_TASK]: async () => void (await reviewSilentPayments(mail.db, settleOrder)),
  };
}
