import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { JobKind } from './jobs.ts';
import { self } from '../permissions.ts';
import { dataSchema, Id, Instant, listSchema, listQuery } from '../values.ts';

/**
 * Subject of a notification. It names fairs and registers, never people or amounts.
 * - `job`: one's own import, export, report or sync has ended. `what`: list, report, kind of file
 * or scope; `fairId`: fair that was imported into.
 * - `device_locked`: wrong secret codes have locked a register. `name` is its device ID.
 * - `orders_held`: new orders wait to be booked.
 * - `payments_under_review`: payments without a result, or with a result that differs from an
 * earlier one, wait for a decision.
 * - `result_not_booked`: a register reported a result that the payment cannot take.
 * - `own_session_reused`, `user_session_reused`: a used refresh token of one's own session, or of
 * another admin's, was used again, and the session was ended.
 * - `invitation_refused`, `day_sheet_refused`, `statement_refused`, `scheduled_report_failed`: an
 * email that one has caused could not be delivered.
 */
export const NotificationSubject = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('job'),
    jobId: Id,
    job: JobKind,
    status: z.enum(['succeeded', 'partial', 'failed']),
    what: z.string().nullable(),
    fairId: Id.nullable(),
  }),
  z.strictObject({ kind: z.literal('device_locked'), deviceId: Id, name: z.string() }),
  z.strictObject({ kind: z.literal('orders_held'), fairId: Id, fairName: z.string() }),
  z.strictObject({ kind: z.literal('payments_under_review'), fairId: Id, fairName: z.string() }),
  z.strictObject({
    kind: z.literal('result_not_booked'),
    paymentId: Id,
    fairId: Id,
    fairName: z.string(),
  }),
  z.strictObject({ kind: z.literal('own_session_reused') }),
  z.strictObject({ kind: z.literal('user_session_reused'), adminId: Id }),
  z.strictObject({ kind: z.literal('invitation_refused'), adminId: Id }),
  z.strictObject({ kind: z.literal('day_sheet_refused'), fairId: Id, fairName: z.string() }),
  z.strictObject({ kind: z.literal('statement_refused'), fairId: Id, fairName: z.string() }),
  z.strictObject({ kind: z.literal('scheduled_report_failed'), scheduleId: Id }),
]);
export type NotificationSubject = z.infer<typeof NotificationSubject>;
/** Email that could not be delivered. */
export type UndeliveredSubject = Extract<
  NotificationSubject,
  {
    kind:
      | 'invitation_refused'
      | 'day_sheet_refused'
      | 'statement_refused'
      | 'scheduled_report_failed';
  }
>;

/**
 * One entry of the bell. `count`: occurrences within the hour (held orders and payments: their number);
 * `at`: the latest.
 */
export const Notification = z.strictObject({
  id: Id,
  at: Instant,
  readAt: Instant.nullable(),
  count: z.int().min(1),
  subject: NotificationSubject,
});
export type Notification = z.infer<typeof Notification>;

export const NotificationsQuery = listQuery(['at'], '-at', {}).omit({ search: true });
export type NotificationsQuery = z.output<typeof NotificationsQuery>;

const Page = listSchema(Notification);

/** Marks notifications as read: these, or all. */
export const ReadNotifications = z.union(
  [z.strictObject({ ids: z.array(Id).min(1).max(200) }), z.strictObject({ all: z.literal(true) })],
  'Send ids, or all.',
);
export type ReadNotifications = z.infer<typeof ReadNotifications>;

const unread = z.int().min(0);

export const notificationsApi = defineApi({
  list: {
    call: 'GET /v1/notifications',
    place: 'seen',
    access: self,
    summary: 'List your own notifications, newest first',
    description:
      '`unread` counts all of them, not only those on the page. They are stored for 90 days.',
    query: NotificationsQuery,
    response: Page.extend({ data: Page.shape.data.extend({ unread }) }),
  },
  read: {
    call: 'POST /v1/notifications/read',
    place: 'none',
    access: self,
    summary: 'Mark your own notifications as read',
    description: "Ignores other people's notifications.",
    body: ReadNotifications,
    response: dataSchema(z.strictObject({ unread })),
  },
});
