import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Task that makes the daily backup when it is due. */
export const BACKUP_TASK = 'backup';
export const BACKUP_EVERY = { minutes: 60, at: 7 };

/** Looked for every hour, so a machine that was off makes its backup soon after its start. */
const DUE_MS = 23.5 * 3_600_000;
const DAY_MS = 86_400_000;
const PROGRAM = fileURLToPath(new URL('../backup.ts', import.meta.url));
const NAME = /^pos-admin-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/;

type Log = { error(fields: object, message: string): void };
export type BackupSchedule = {
  folder: string;
  keepDays: number;
  /** Variables of the program: database, data folder and keys. */
  env: NodeJS.ProcessEnv;
  log: Log;
};

/**
 * Makes a backup if the newest in the folder is older than a day, then deletes those older than
 * `keepDays`, never the newest. A separate process makes it, so that requests do not wait. A failure
 * is logged and tried again an hour later.
 */
export async function backUpIfDue(
  { folder, keepDays, env, log }: BackupSchedule,
  now = Date.now(),
): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const [newest] = await findBackups(folder);
    if (newest !== undefined && now - newest.at < DUE_MS) return;
    const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
    const file = path.join(folder, `pos-admin-${time}Z.backup`);
    await promisify(execFile)(process.execPath, [PROGRAM, file], { env });
    const [, ...older] = await findBackups(folder);
    for (const { name, at } of older)
      if (now - at > keepDays * DAY_MS) await rm(path.join(folder, name), { force: true });
  } catch (error) {
    log.error({ reason: toReason(error) }, 'the scheduled backup failed');
  }
}

/** A scheduled backup: its file, its time in ms, and its size. */
export type ScheduledBackup = { name: string; at: number; bytes: number };

/** Returns the scheduled backups in a folder, newest first, by the time in their names. */
export async function findBackups(folder: string): Promise<ScheduledBackup[]> {
  const backups: ScheduledBackup[] = [];
  for (const name of await readdir(folder)) {
    const [, day, ...time] = NAME.exec(name) ?? [];
    if (day === undefined) continue;
    const { size } = await stat(path.join(folder, name));
    backups.push({ name, at: Date.parse(`${day}T${time.join(':')}Z`), bytes: size });
  }
  return backups.sort((one, other) => other.at - one.at);
}

/** The program's own sentence; the error itself would repeat its command. */
function toReason(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return stderr?.trim() || message;
}
