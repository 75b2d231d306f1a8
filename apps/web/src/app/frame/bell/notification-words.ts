import type { ExportList } from '@pos/contract/exports';
import type { UploadKind } from '@pos/contract/imports';
import type { Notification, NotificationSubject } from '@pos/contract/notifications';
import { opensPage, type PageKey, type Rights } from '@pos/contract/permissions';
import { REPORTS } from '@pos/contract/report-query';
import type { SyncScope } from '@pos/contract/settings';
import { countOf } from '#web/lib/money.ts';
import { pathTo } from '#web/lib/paths.ts';

/** Text of a notification. `to`: its link; `fileOf`: the job whose file it offers instead. */
export type NotificationLine = {
  title: string;
  detail: string;
  meaning: 'ok' | 'warn' | 'bad';
  to?: string;
  fileOf?: string;
};

type JobSubject = Extract<NotificationSubject, { kind: 'job' }>;

const LISTS: Record<
  ExportList,
  readonly [name: string, page: PageKey, search?: Record<string, unknown>]
> = {
  orders: ['orders', 'orders'],
  'held-orders': ['held orders', 'orders', { view: 'held' }],
  payments: ['payments', 'payments'],
  students: ['students', 'students'],
  fairs: ['fairs', 'fairs'],
  'fair-inventory': ['fair inventory', 'fair-inventory'],
  'all-inventory': ['all inventory', 'inventory'],
  users: ['users', 'users'],
  devices: ['devices', 'devices'],
};
const UPLOADS: Record<UploadKind, readonly [name: string, page: PageKey, below: string]> = {
  fairs: ['fairs', 'fairs', '/upload'],
  inventory: ['inventory', 'fair-details', '/upload'],
  'return-count': ['a return count', 'fair-details', '/return-count'],
};
const SCOPES: Record<SyncScope, string> = {
  all: '',
  schools: ' of schools',
  titles: ' of titles',
  students: ' of students',
  'wallet-top-ups': ' of eWallet top-ups',
};
/** How long the server keeps files. Must match the job's limit. */
const KEPT_MS = 7 * 86_400_000;
const MEANINGS = { succeeded: 'ok', partial: 'warn', failed: 'bad' } as const;

const entryOf = <Value>(entries: Record<string, Value>, key: string | null): Value | undefined =>
  key !== null && Object.hasOwn(entries, key) ? entries[key] : undefined;

/** Text of a notification, with a link if these rights open it. */
export function lineOf(
  { subject, count, at }: Notification,
  rights: Rights,
  now = Date.now(),
): NotificationLine {
  const way = (page: PageKey, path: string): { to?: string } =>
    opensPage(page, rights) ? { to: path } : {};
  switch (subject.kind) {
    case 'job':
      return lineOfJob(subject, now - Date.parse(at) < KEPT_MS, way);
    case 'device_locked':
      return {
        title: `${subject.name} is locked`,
        detail:
          count === 1
            ? 'Wrong secret codes locked it for 15 minutes.'
            : `Wrong secret codes locked it ${count} times within an hour, for 15 minutes each.`,
        meaning: 'bad',
        ...way('devices', pathTo('devices', {}, { search: subject.name })),
      };
    case 'own_session_reused':
      return {
        title: 'Your session was copied',
        detail: 'It was used a second time and has been ended. Change your password.',
        meaning: 'bad',
        to: pathTo('change-password'),
      };
    case 'user_session_reused':
      return {
        title: "A user's session was copied",
        detail: "It was used a second time and has been ended. See the user's activity.",
        meaning: 'bad',
        ...way('edit-user', `${pathTo('edit-user', { id: subject.adminId })}?tab=activity`),
      };
    case 'orders_held':
      return {
        title: `${countOf(count, 'held order', 'held orders')}, not counted in reports`,
        detail: subject.fairName,
        meaning: 'warn',
        ...way('orders', pathTo('orders', {}, { fairId: subject.fairId, view: 'held' })),
      };
  }
}

type Way = (page: PageKey, path: string) => { to?: string };

function lineOfJob(
  { job, jobId, status, what, fairId }: JobSubject,
  isKept: boolean,
  way: Way,
): NotificationLine {
  const meaning = MEANINGS[status];
  switch (job) {
    case 'export': {
      const [name, page, search] = entryOf(LISTS, what) ?? ['a list', undefined];
      if (status !== 'failed')
        return { title: `The export of ${name} is ready`, meaning, ...fileLine(jobId, isKept) };
      return {
        title: `The export of ${name} failed`,
        detail: 'No file was made. Export the list again.',
        meaning,
        ...(page && way(page, pathTo(page, {}, search))),
      };
    }
    case 'report': {
      const name = entryOf<{ title: string }>(REPORTS, what)?.title ?? 'report';
      if (status !== 'failed')
        return { title: `The ${name} file is ready`, meaning, ...fileLine(jobId, isKept) };
      return {
        title: `The ${name} file failed`,
        detail: 'No file was made. Run the report again.',
        meaning,
        ...way('reports', pathTo('reports')),
      };
    }
    case 'import': {
      const [name, page, below] = entryOf(UPLOADS, what) ?? ['a file', 'fairs' as const, undefined];
      const ends = {
        succeeded: ['is done', 'See what changed.'],
        partial: ['is partly done', 'See which rows were skipped.'],
        failed: ['failed', 'See why.'],
      }[status];
      const isThere = below !== undefined && (page === 'fairs' || fairId !== null);
      const path = `${pathTo(page, { id: fairId ?? '' })}${below ?? ''}?job=${jobId}`;
      return {
        title: `The import of ${name} ${ends[0]}`,
        detail: isThere ? ends[1]! : '',
        meaning,
        ...(isThere && way(page === 'fairs' ? 'add-fair' : 'edit-fair', path)),
      };
    }
    case 'sync': {
      const ends = {
        succeeded: ['is done', 'See what was read.'],
        partial: ['is partly done', 'Some rows were wrong. See which.'],
        failed: ['failed', 'See why.'],
      }[status];
      return {
        title: `The sync${entryOf(SCOPES, what) ?? ''} ${ends[0]}`,
        detail: ends[1]!,
        meaning,
        ...way('settings', pathTo('settings')),
      };
    }
  }
}

function fileLine(jobId: string, isKept: boolean): { detail: string; fileOf?: string } {
  return isKept
    ? { detail: 'Download it within 7 days.', fileOf: jobId }
    : { detail: 'It was available for 7 days.' };
}
