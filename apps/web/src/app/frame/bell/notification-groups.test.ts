import type { Notification } from '@pos/contract/staff/notifications';
import { expect, test } from 'vitest';
import { notificationDays } from './notification-groups.ts';

const held = (id: string, at: string, fairName: string, readAt: string | null = null) =>
  ({
    id,
    at,
    readAt,
    count: 1,
    subject: { kind: 'orders_held', fairId: fairName, fairName },
  }) satisfies Notification;
const locked = (id: string, at: string): Notification => ({
  id,
  at,
  readAt: null,
  count: 1,
  subject: { kind: 'device_locked', deviceId: id, name: id },
});

test('notifications are grouped by day at the reader, and unread held orders of a day are one line', () => {
  const days = notificationDays(
    [
      held('1', '2026-11-23T15:00:00Z', 'Maple'),
      locked('2', '2026-11-23T14:00:00Z'),
      held('3', '2026-11-23T13:00:00Z', 'Cedar'),
      held('4', '2026-11-23T12:00:00Z', 'Cedar', '2026-11-23T12:30:00Z'),
      // Still Sunday in Chicago.
      locked('5', '2026-11-23T04:00:00Z'),
      held('6', '2026-11-20T12:00:00Z', 'Maple'),
    ],
    'America/Chicago',
    new Date('2026-11-23T16:00:00Z'),
  );
  expect(
    days.map(({ title, entries }) => [title, entries.map((entry) => entry.map(({ id }) => id))]),
  ).toEqual([
    ['Today', [['1', '3'], ['2'], ['4']]],
    ['Yesterday', [['5']]],
    ['11/20/2026', [['6']]],
  ]);
});
