import type { SyncResult, SyncScope } from '@pos/contract/imports/settings';
import type { StatusText } from '#web/ui/values/status-pill.tsx';

/** Names of the parts that a sync can be limited to. */
export const SCOPES: Record<SyncScope, string> = {
  all: 'Everything',
  schools: 'Schools',
  titles: 'Titles',
  students: 'Students',
  'wallet-top-ups': 'eWallet top-ups',
};

/** State of a sync. */
export const RESULTS: Record<SyncResult['status'], StatusText> = {
  queued: { label: 'Waiting', meaning: 'waiting' },
  running: { label: 'Running', meaning: 'info' },
  succeeded: { label: 'Succeeded', meaning: 'ok' },
  partial: { label: 'Partly succeeded', meaning: 'warn' },
  failed: { label: 'Failed', meaning: 'bad' },
};

const FILES: Record<string, string> = {
  'schools.csv': SCOPES.schools,
  'titles.csv': SCOPES.titles,
  'students.csv': SCOPES.students,
  'wallet-top-ups.csv': SCOPES['wallet-top-ups'],
};

/** Records that a file of the source lists: "Schools" for schools.csv. */
export function fileWords(file: string): string {
  return FILES[file] ?? file;
}
