import { holds } from '@pos/contract/permissions';
import { MAX_ATTACHMENT_BYTES } from '@pos/contract/reports/report-schedules';
import { dayIn } from '@pos/contract/values/clock';
import { inTransaction, type Db } from '#api/db/db.ts';
import { inPlaces } from '#api/db/places/places.ts';
import {
  mailFooter,
  markDelivered,
  markUndelivered,
  readAccount,
} from '#api/staff/sign-in/accounts/accounts.service.ts';
import type { MailContext } from '#api/staff/sign-in/mail.service.ts';
import { MailRefused } from '#api/mail/mailer.ts';
import { refusalText } from '#api/mail/send-or-give-up.ts';
import { alertUndelivered } from '#api/notifications/notify.ts';
import {
  FILE_TYPES,
  withReportFile,
  type ReportFile,
} from '#api/reports/reports/files/report-writing.service.ts';
import { Failure } from '#api/http/failure.ts';
import { currentLog } from '#api/http/log.ts';
import { countErased } from '#api/jobs/withdraw-files.ts';
import { databaseNow, findSchedule, type ScheduleRow } from './report-schedules.queries.ts';
import {
  endSendRow,
  insertSendRows,
  lockDueSchedules,
  retrySendRow,
  setNextDueRow,
  setSendAddressRow,
  takeSendRow,
  type TakenSend,
} from './report-sends.queries.ts';
import { scheduledMail } from './schedule-mail.ts';
import {
  isLateAt,
  lastDue,
  MAX_TRIES,
  nextDue,
  periodDays,
  retryMinutes,
} from './report-times.rules.ts';
import { authorRefusal, readerRefusal, subscribers } from './subscribers.rules.ts';

/** Recurring task that plans and sends the due reports. */
export const REPORT_SENDS_TASK = 'report-sends';
export const REPORT_SENDS_EVERY = { minutes: 1 };

/** Time in ms after which a run leaves further emails to the next one, so that other jobs get on. */
const BUSY_MS = 45_000;

/**
 * Plans the emails of all due schedules and sends those that are waiting. Several processes may do
 * so at once: a due time is planned once, and an email is taken by one process (domain 9.10). Files
 * of more than `maxBytes` are not attached.
 */
export async function sendDueReports(
  mail: MailContext,
  maxBytes = MAX_ATTACHMENT_BYTES,
): Promise<void> {
  const context = { ...mail, maxBytes };
  await planDueReports(context.db);
  const end = performance.now() + BUSY_MS;
  while (performance.now() < end) {
    const send = await takeSendRow(context.db);
    if (!send) return;
    await trySend(context, send);
  }
}

/**
 * Plans an email to each recipient of the due schedules. Of several times missed in an outage only
 * the last is planned.
 */
export function planDueReports(db: Db): Promise<void> {
  return inTransaction(db, async (tx) => {
    const now = await databaseNow(tx);
    for (const id of await lockDueSchedules(tx, now)) {
      const schedule = await findSchedule(tx, id);
      if (!schedule) continue;
      const last = lastDue(schedule, now);
      // The rules of a zone may change after the next time was computed.
      const dueAt = last > schedule.nextDueAt ? last : schedule.nextDueAt;
      await insertSendRows(tx, id, { dueAt, isByHand: false }, subscribers(schedule.recipients));
      await setNextDueRow(tx, id, nextDue(schedule, now));
    }
  });
}

type SendContext = MailContext & { maxBytes: number };

/** Sends one email, or stores why not: skipped on purpose, to be tried again, or given up. */
async function trySend(context: SendContext, send: TakenSend): Promise<void> {
  const { db } = context;
  const schedule = await findSchedule(db, send.scheduleId);
  if (!schedule) return;
  const isLate = isLateAt(send.dueAt, await databaseNow(db));
  try {
    const reason = await sendReport(context, schedule, send, isLate);
    await endSendRow(db, send, {
      status: reason === undefined ? 'sent' : 'skipped',
      reason: reason ?? null,
      isLate: isLate && reason === undefined,
    });
  } catch (error) {
    currentLog().warn({ err: error, sendId: send.id }, 'a scheduled report was not sent');
    const reason = failureReason(error);
    const isFinal =
      error instanceof Failure || error instanceof MailRefused || send.attempts >= MAX_TRIES;
    if (isFinal) await giveUp(db, schedule, send, reason);
    else await retrySendRow(db, send, { minutes: retryMinutes(send.attempts), reason });
  }
}

/** Ends an email as failed, and tells the person who saved the schedule. */
function giveUp(
  db: Db,
  { id: scheduleId, savedById }: ScheduleRow,
  send: TakenSend,
  reason: string,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await endSendRow(tx, send, { status: 'failed', reason, isLate: false });
    await alertUndelivered(tx, savedById, { kind: 'scheduled_report_failed', scheduleId });
  });
}

/** A refusal names its field; the text of any other error may hold addresses and is left out. */
function failureReason(error: unknown): string {
  if (error instanceof Failure)
    return Object.values(error.details.fields ?? {})[0] ?? error.message;
  if (error instanceof MailRefused) return refusalText(error);
  const code = (error as { code?: unknown } | null)?.code;
  return `The email could not be sent${typeof code === 'string' ? ` (${code})` : ''}.`;
}

/** Person that an email goes to, with the rights that decide what the file names. */
type Addressee = {
  name: string;
  email: string;
  readsStudents: boolean;
  isOutside: boolean;
  /** Limited admin whose places the file is made of, if the author or the reader is one. */
  limitedTo: string | undefined;
};

/** Sends the report. Returns the reason if it must not be sent. */
async function sendReport(
  context: SendContext,
  schedule: ScheduleRow,
  send: TakenSend,
  isLate: boolean,
): Promise<string | undefined> {
  const { db, mailer } = context;
  const addressee = await findAddressee(db, schedule, send);
  if (typeof addressee === 'string') return addressee;
  await setSendAddressRow(db, send.id, { recipient: addressee.name, email: addressee.email });
  const { question, period, timeZone, savedBy } = schedule;
  const days = {
    ...periodDays(period, dayIn(send.dueAt, timeZone), question),
    ...(period === 'whole_fair' && { wholeFair: true }),
  };
  const { readsStudents, isOutside } = addressee;
  const erased = await countErased(db);
  const make = () =>
    withReportFile(
      db,
      { name: savedBy, readsStudents, isOutside },
      { ...question, ...days },
      async (file) => ({ name: file.name, content: await findAttachment(file, context.maxBytes) }),
    );
  const { limitedTo } = addressee;
  const { name, content } = await (limitedTo === undefined ? make() : inPlaces(limitedTo, make));
  if (content === undefined && isOutside)
    throw new Failure(
      'FILE_TOO_LARGE',
      'The file has more than 10 MB, which is too large for an email. Choose fewer days, or CSV.',
    );
  const message = scheduledMail(context, {
    schedule,
    query: { ...question, ...days },
    send,
    addressee,
    isLate,
    file: content && { name, content, type: FILE_TYPES[question.format] },
    footer: await mailFooter(db),
  });
  // It is tried again, since the file may name them.
  if ((await countErased(db)) !== erased)
    throw new Error('Students were erased while the report was made.');
  await mailer.send(message).catch(async (error: unknown) => {
    const { adminId } = send;
    if (error instanceof MailRefused && adminId !== null)
      await inTransaction(db, (tx) =>
        markUndelivered(tx, adminId, addressee.email, refusalText(error)),
      );
    throw error;
  });
  if (send.adminId !== null) await markDelivered(db, send.adminId);
  return undefined;
}

/**
 * Returns the recipient with the current address and rights, or the reason not to send anything. The
 * rights of the person who saved the schedule are checked first.
 */
async function findAddressee(
  db: Db,
  schedule: ScheduleRow,
  { adminId, isByHand }: TakenSend,
): Promise<Addressee | string> {
  if (schedule.status === 'paused' && !isByHand) return 'The schedule was paused.';
  const author = await readAccount(db, schedule.savedById);
  const refusal = authorRefusal(schedule.savedBy, author);
  if (refusal !== undefined) return refusal;
  const recipient = schedule.recipients.find((one) => one.adminId === adminId);
  if (!recipient) return 'No longer a recipient of this report.';
  if (recipient.unsubscribedAt !== null) return 'Unsubscribed from this report.';
  if (adminId === null)
    return recipient.email === ''
      ? 'The school has no email address for its coordinator.'
      : {
          name: recipient.name,
          email: recipient.email,
          readsStudents: false,
          isOutside: true,
          limitedTo: author?.rights.isLimited ? schedule.savedById : undefined,
        };
  const account = await readAccount(db, adminId);
  const problem = readerRefusal(account);
  if (problem !== undefined || !account) return problem ?? '';
  const limited = [author, account].filter((person) => person?.rights.isLimited);
  if (new Set(limited.map((person) => person?.id)).size > 1)
    return `${recipient.name} and ${schedule.savedBy} may work in different places.`;
  return {
    name: recipient.name,
    email: account.email,
    readsStudents: holds(account.rights, 'Students', 'read_only'),
    isOutside: false,
    limitedTo: limited[0]?.id,
  };
}

/** Returns the whole file; undefined if it is too large for an email. */
async function findAttachment(
  { chunks }: ReportFile,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > maxBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
