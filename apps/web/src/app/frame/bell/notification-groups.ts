import type { Notification } from '@pos/contract/staff/notifications';
import { dayIn } from '@pos/contract/values/clock';
import { addDays, formatDay } from '@pos/contract/values/days';

/** Notifications shown as one line, newest first: one, or all held orders of a day. */
export type Entry = readonly [Notification, ...Notification[]];
/** Entries of one day; `title` is "Today", "Yesterday" or the date. */
export type Day = { title: string; entries: readonly Entry[] };

/** Groups notifications by their day in a zone; merges held orders that are all read or unread. */
export function notificationDays(
  notifications: readonly Notification[],
  zone: string,
  now = new Date(),
): Day[] {
  const today = dayIn(now, zone);
  const days = Map.groupBy(notifications, ({ at }) => dayIn(at, zone));
  return [...days].map(([day, ofDay]) => ({
    title: dayTitle(day, today),
    entries: [...Map.groupBy(ofDay, entryKey).values()].map((entry) => entry as unknown as Entry),
  }));
}

function entryKey({ id, readAt, subject }: Notification): string {
  return subject.kind === 'orders_held' ? `held ${readAt === null}` : id;
}

function dayTitle(day: string, today: string): string {
  if (day === today) return 'Today';
  return day === addDays(today, -1) ? 'Yesterday' : formatDay(day);
}
