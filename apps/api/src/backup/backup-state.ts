import type { BackupState } from '@pos/contract/imports/settings';
import { findBackups } from './scheduled-backups.ts';

const OLD_MS = 48 * 3_600_000;

/** Reads the state of the daily backups in `folder`; without one, none are scheduled. */
export async function readBackupState(
  folder: string | undefined,
  now = Date.now(),
): Promise<BackupState> {
  if (folder === undefined) return { isScheduled: false, newest: null, isOld: false };
  const [newest] = await findBackups(folder).catch(() => []);
  return {
    isScheduled: true,
    newest: newest ? { at: new Date(newest.at).toISOString(), sizeBytes: newest.bytes } : null,
    isOld: newest === undefined || now - newest.at > OLD_MS,
  };
}
