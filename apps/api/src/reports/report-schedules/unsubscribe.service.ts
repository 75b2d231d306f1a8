import { REPORTS } from '@pos/contract/reports/list';
import { inTransaction, type Db } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { SYSTEM } from '#api/http/access/identity.ts';
import { findSchedule, setScheduleStatusRow } from './report-schedules.queries.ts';
import { findAddressedSend, unsubscribeRow } from './report-sends.queries.ts';
import { subjectText } from './schedule-texts.rules.ts';
import { subscribers } from './subscribers.rules.ts';

/** A subscription to show: the report, its subject, and the address of the email. */
export type Subscription = { title: string; subject: string; email: string };

/**
 * Returns the subscription of an email; undefined if the schedule was deleted or the email is older
 * than the history.
 */
export async function findSubscription(db: Db, sendId: string): Promise<Subscription | undefined> {
  const send = await findAddressedSend(db, sendId);
  const schedule = send && (await findSchedule(db, send.scheduleId));
  if (!schedule) return undefined;
  return {
    title: REPORTS[schedule.question.reportType].title,
    subject: subjectText(schedule.question, schedule),
    email: send.email,
  };
}

/**
 * Ends the emails of a schedule to the recipient of one of them; again, it changes nothing. A
 * schedule without further recipients is paused.
 */
export function unsubscribe(db: Db, sendId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const send = await findAddressedSend(tx, sendId);
    if (!send) return;
    await lockRow(tx, 'reportSchedules', send.scheduleId);
    if (!(await unsubscribeRow(tx, send))) return;
    await recordActivity(tx, SYSTEM, {
      action: 'scheduled_report.unsubscribed',
      entity: 'scheduled-report',
      entityId: send.scheduleId,
      changes: { recipient: { from: send.email, to: null } },
    });
    const schedule = await findSchedule(tx, send.scheduleId);
    if (schedule?.status === 'active' && subscribers(schedule.recipients).length === 0)
      await setScheduleStatusRow(tx, schedule.id, 'paused');
  });
}
