import type { ExportList } from '@pos/contract/office/exports';
import type { UploadKind } from '@pos/contract/imports/uploads';
import type {
  Notification,
  NotificationSubject,
  UndeliveredSubject,
} from '@pos/contract/staff/notifications';
import { opensPage, type PageKey, type Rights } from '@pos/contract/permissions';
import { REPORTS } from '@pos/contract/reports/list';
import type { SyncScope } from '@pos/contract/imports/settings';
import { pluralize } from '@pos/contract/values/counts';
import { pathTo } from '#web/lib/api/paths.ts';
import type { Entry } from './notification-groups.ts';

/** Text of a notification. `to`: its link; `fileJobId`: the job whose file it offers instead. */
export type NotificationLine = {
  title: string;
  detail: string;
  meaning: 'ok' | 'warn' | 'bad';
  to?: string;
  fileJobId?: string;
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
  'student-data': ['all data of students', 'schools'],
  fairs: ['fairs', 'fairs'],
  schools: ['schools', 'schools'],
  'fair-inventory': ['fair inventory', 'fair-inventory'],
  'all-inventory': ['all inventory', 'inventory'],
  receipts: ['receipts', 'warehouse'],
  'receipt-lines': ['the titles of a receipt', 'warehouse'],
  'stock-differences': ['stock differences', 'warehouse'],
  users: ['users', 'users'],
  devices: ['devices', 'devices'],
};
const UPLOADS: Record<UploadKind, readonly [name: string, page: PageKey, below: string]> = {
  fairs: ['fairs', 'fairs', '/upload'],
  schools: ['schools', 'schools', '/upload'],
  titles: ['titles', 'inventory', '/upload'],
  students: ['students', 'students', ''],
  prices: ['prices', 'inventory', '/prices'],
  inventory: ['inventory', 'fair-details', '/upload'],
  'return-count': ['a return count', 'fair-details', '/return-count'],
  receipt: ['the sheet of a receipt', 'warehouse', '/receipts'],
};
const SCOPES: Record<SyncScope, string> = {
  all: '',
  schools: ' of schools',
  titles: ' of titles',
  students: ' of students',
  'wallet-top-ups': ' of eWallet top-ups',
};
/** Time for which the server keeps files, in ms. Must match the job's limit. */
const KEPT_MS = 7 * 86_400_000;
const MEANINGS = { succeeded: 'ok', partial: 'warn', failed: 'bad' } as const;

const findEntry = <Value>(entries: Record<string, Value>, key: string | null): Value | undefined =>
  key !== null && Object.hasOwn(entries, key) ? entries[key] : undefined;

/** Text of an entry: of its notification, or of held orders at several fairs. */
export function entryLine(entry: Entry, rights: Rights): NotificationLine {
  const [first, ...others] = entry;
  const count = entry.reduce((sum, notification) => sum + notification.count, 0);
  const fairs = new Set(
    entry.flatMap(({ subject }) => (subject.kind === 'orders_held' ? [subject.fairName] : [])),
  );
  const line = notificationLine(others.length > 0 ? { ...first, count } : first, rights);
  if (fairs.size < 2) return line;
  return {
    ...line,
    detail: `At ${fairs.size} fairs: ${[...fairs].join(', ')}`,
    ...(line.to && { to: pathTo('orders', {}, { view: 'held' }) }),
  };
}

/** Text of a notification, with a link if these rights open it. */
export function notificationLine(
  { subject, count, at }: Notification,
  rights: Rights,
  now = Date.now(),
): NotificationLine {
  const linkTo: LinkTo = (page, path) => (opensPage(page, rights) ? { to: path } : {});
  switch (subject.kind) {
    case 'job':
      return JOB_LINES[subject.job](subject, linkTo, now - Date.parse(at) < KEPT_MS);
    case 'device_locked':
      return {
        title: `${subject.name} is locked`,
        detail:
          count === 1
            ? 'Wrong secret codes locked it for 15 minutes.'
            : `Wrong secret codes locked it ${count} times within an hour, for 15 minutes each.`,
        meaning: 'bad',
        ...linkTo('devices', pathTo('devices', {}, { search: subject.name })),
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
        ...linkTo('edit-user', `${pathTo('edit-user', { id: subject.adminId })}?tab=activity`),
      };
    case 'payments_under_review':
    case 'result_not_booked':
      return paymentLine(subject, count, linkTo);
    case 'invitation_refused':
    case 'day_sheet_refused':
    case 'statement_refused':
    case 'scheduled_report_failed':
      return undeliveredLine(subject, linkTo);
    case 'orders_held':
      return {
        title: `${pluralize(count, 'held order', 'held orders')}, not counted in reports`,
        detail: subject.fairName,
        meaning: 'warn',
        ...linkTo('orders', pathTo('orders', {}, { fairId: subject.fairId, view: 'held' })),
      };
  }
}

type PaymentSubject = Extract<
  NotificationSubject,
  { kind: 'payments_under_review' | 'result_not_booked' }
>;

/** Text about payments whose result did not arrive in time. */
function paymentLine(subject: PaymentSubject, count: number, linkTo: LinkTo): NotificationLine {
  switch (subject.kind) {
    case 'payments_under_review':
      return {
        title: `${pluralize(count, 'payment needs', 'payments need')} a decision`,
        detail: `${subject.fairName}. No result arrived, or another one than before.`,
        meaning: 'warn',
        ...linkTo(
          'payments',
          pathTo('payments', {}, { fairId: subject.fairId, status: 'under_review' }),
        ),
      };
    case 'result_not_booked':
      return {
        title: "A payment's late result was not booked",
        detail: `${subject.fairName}. Ask the card processor whether money moved.`,
        meaning: 'bad',
        ...linkTo('payments', pathTo('payments', {}, { payment: subject.paymentId })),
      };
  }
}

/** Text of an email that could not be delivered, for the person who caused it. */
function undeliveredLine(subject: UndeliveredSubject, linkTo: LinkTo): NotificationLine {
  switch (subject.kind) {
    case 'invitation_refused':
      return {
        title: 'An invitation could not be delivered',
        detail: 'Correct the email address, or hand over the setup link.',
        meaning: 'bad',
        ...linkTo('edit-user', pathTo('edit-user', { id: subject.adminId })),
      };
    case 'day_sheet_refused':
      return {
        title: 'A day sheet could not be delivered',
        detail: `${subject.fairName}. Check the email address of the school's coordinator.`,
        meaning: 'bad',
        ...linkTo('fair-details', pathTo('fair-details', { id: subject.fairId })),
      };
    case 'statement_refused':
      return {
        title: 'A statement could not be delivered',
        detail: `${subject.fairName}. Check the email address of the school's coordinator.`,
        meaning: 'bad',
        ...linkTo('fair-details', pathTo('fair-details', { id: subject.fairId })),
      };
    case 'scheduled_report_failed':
      return {
        title: 'A scheduled report was not sent',
        detail: 'Its history says why.',
        meaning: 'bad',
        ...linkTo('reports', `${pathTo('reports')}/schedules/${subject.scheduleId}`),
      };
  }
}

type LinkTo = (page: PageKey, path: string) => { to?: string };
/** Text of a job's end. `isStored`: the server still has its file. */
type JobLine = (subject: JobSubject, linkTo: LinkTo, isStored: boolean) => NotificationLine;

const JOB_LINES: Record<JobSubject['job'], JobLine> = {
  export: exportLine,
  report: reportLine,
  import: importLine,
  sync: syncLine,
};

function exportLine(
  { jobId, status, what }: JobSubject,
  linkTo: LinkTo,
  isStored: boolean,
): NotificationLine {
  const meaning = MEANINGS[status];
  const [name, page, search] = findEntry(LISTS, what) ?? ['a list', undefined];
  if (status !== 'failed')
    return { title: `The export of ${name} is ready`, meaning, ...fileLine(jobId, isStored) };
  return {
    title: `The export of ${name} failed`,
    detail: 'No file was made. Export the list again.',
    meaning,
    ...(page && linkTo(page, pathTo(page, {}, search))),
  };
}

function reportLine(
  { jobId, status, what }: JobSubject,
  linkTo: LinkTo,
  isStored: boolean,
): NotificationLine {
  const meaning = MEANINGS[status];
  const name = findEntry<{ title: string }>(REPORTS, what)?.title ?? 'report';
  if (status !== 'failed')
    return { title: `The ${name} file is ready`, meaning, ...fileLine(jobId, isStored) };
  return {
    title: `The ${name} file failed`,
    detail: 'No file was made. Run the report again.',
    meaning,
    ...linkTo('reports', pathTo('reports')),
  };
}

/** End of an import's title and its detail, by status. */
const IMPORT_ENDS: Record<JobSubject['status'], readonly [title: string, detail: string]> = {
  succeeded: ['finished', 'See what changed.'],
  partial: ['finished, with rows skipped', 'See which rows were skipped.'],
  failed: ['failed', 'See why.'],
};

function importLine({ jobId, status, what, fairId }: JobSubject, linkTo: LinkTo): NotificationLine {
  const [name, page, below] = findEntry(UPLOADS, what) ?? ['a file', 'fairs' as const, undefined];
  const [end, detail] = IMPORT_ENDS[status];
  const isOfFair = page === 'fair-details';
  const isThere = below !== undefined && (!isOfFair || fairId !== null);
  const path = `${pathTo(page, { id: fairId ?? '' })}${below ?? ''}?job=${jobId}`;
  return {
    title: `Import of ${name} ${end}`,
    detail: isThere ? detail : '',
    meaning: MEANINGS[status],
    ...(isThere && linkTo(isOfFair ? 'edit-fair' : 'add-fair', path)),
  };
}

/** End of a sync's title and its detail, by status. */
const SYNC_ENDS: Record<JobSubject['status'], readonly [title: string, detail: string]> = {
  succeeded: ['finished', 'See the results.'],
  partial: ['finished with errors', 'Some rows had errors. See which ones.'],
  failed: ['failed', 'See why.'],
};

function syncLine({ status, what }: JobSubject, linkTo: LinkTo): NotificationLine {
  const [end, detail] = SYNC_ENDS[status];
  return {
    title: `Import${findEntry(SCOPES, what) ?? ''} from the source system ${end}`,
    detail,
    meaning: MEANINGS[status],
    ...linkTo('settings', `${pathTo('settings')}?section=sync`),
  };
}

function fileLine(jobId: string, isStored: boolean): { detail: string; fileJobId?: string } {
  return isStored
    ? { detail: 'Download it within 7 days.', fileJobId: jobId }
    : { detail: 'It was available for 7 days.' };
}
