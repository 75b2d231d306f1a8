import type { JobError } from '@pos/contract/staff/jobs';
import { SyncScope, type SyncCounts } from '@pos/contract/imports/settings';
import { isDuplicate } from '#api/db/database-errors.ts';
import type { Db, Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { Failure } from '#api/http/failure.ts';
import { SYSTEM, type Actor, type SignedInAdmin } from '#api/http/access/identity.ts';
import { enqueueJob } from '#api/jobs/job-queue.ts';
import { JobFailure, type JobTask, type RunningJob } from '#api/jobs/run-jobs.ts';
import { schoolsFile } from './schools-file.ts';
import { findSyncSettings } from './settings.queries.ts';
import { SOURCE_LIMITS, SourceTrouble, withSourceFile, type SourceLimits } from './source.ts';
import { chosenSource, type SyncSource } from './sources.rules.ts';
import { studentsFile } from './students-file.ts';
import { syncFile, type FileOutcome, type SyncContext } from './sync-file.ts';
import { titlesFile } from './titles-file.ts';
import { topUpsFile } from './top-ups-file.ts';

type FileSync = {
  name: string;
  run: (
    db: Db,
    file: string,
    context: SyncContext,
    progress: (share: number) => Promise<void>,
  ) => Promise<FileOutcome>;
};

/** Files in order of dependency. */
const FILES: Record<Exclude<SyncScope, 'all'>, FileSync> = {
  schools: {
    name: schoolsFile.name,
    run: (db, file, context, progress) => syncFile(db, file, schoolsFile, context, progress),
  },
  titles: {
    name: titlesFile.name,
    run: (db, file, context, progress) => syncFile(db, file, titlesFile, context, progress),
  },
  students: {
    name: studentsFile.name,
    run: (db, file, context, progress) => syncFile(db, file, studentsFile, context, progress),
  },
  'wallet-top-ups': {
    name: topUpsFile.name,
    run: (db, file, context, progress) => syncFile(db, file, topUpsFile, context, progress),
  },
};

/** Maximum invalid rows stored with a job. All of them are counted. */
const MAX_ERRORS = 1_000;

/**
 * Queues a sync from the source in the settings and returns its job ID. Only one may run at a time
 * (domain 4.7).
 */
export async function startSync(
  tx: Tx,
  admin: SignedInAdmin,
  actor: Actor,
  scope: SyncScope,
  sources: readonly SyncSource[],
): Promise<string> {
  const { syncSource } = await findSyncSettings(tx);
  const { name } = chosenSource(sources, syncSource);
  const jobId = await queueSync(tx, {
    ownerId: admin.id,
    actorName: admin.name,
    scope,
    source: name,
  });
  await recordActivity(tx, actor, { action: 'sync.started', entity: 'job', entityId: jobId });
  return jobId;
}

/**
 * Queues a sync. Refuses while one is running (409 SYNC_RUNNING). Changes of a scheduled sync are
 * recorded as the system's.
 */
export function queueSync(
  tx: Tx,
  {
    ownerId,
    ...params
  }: { ownerId: string; actorName: string; scope: SyncScope; source: string; isScheduled?: true },
): Promise<string> {
  return enqueueJob(tx, { kind: 'sync', ownerId, params }).catch((error: unknown) => {
    if (isDuplicate(error, 'jobs_one_sync_key'))
      throw new Failure('SYNC_RUNNING', 'A sync is already running.');
    throw error;
  });
}

/**
 * Job of `settings/sync`: reads the files of the scope from the source chosen when it was queued, a
 * folder or a base URL. Idempotent.
 */
export function syncTask(
  db: Db,
  sources: readonly SyncSource[],
  limits: SourceLimits = SOURCE_LIMITS,
): JobTask {
  return async (job) => {
    const { place } = findSource(job, sources);
    const scope = SyncScope.parse(job.params['scope']);
    const { defaultTimeZone } = await findSyncSettings(db);
    const actor: Actor = job.params['isScheduled']
      ? SYSTEM
      : {
          type: 'admin',
          id: job.ownerId,
          name: String(job.params['actorName']),
          ip: null,
          requestId: null,
        };
    const context = { actor, jobId: job.id, defaultTimeZone };
    const files = scope === 'all' ? Object.values(FILES) : [FILES[scope]];
    const outcomes: FileOutcome[] = [];
    for (const [at, { name, run }] of files.entries()) {
      const progress = (share: number) => job.progress(((at + share) / files.length) * 100);
      await progress(0);
      outcomes.push(
        await readFrom(name, () =>
          withSourceFile(place, name, job.signal, limits, (file) =>
            run(db, file, context, progress),
          ),
        ),
      );
    }
    const counts = outcomes.map((outcome) => outcome.counts);
    const errors = outcomes.flatMap((outcome) => outcome.errors);
    if (counts.every(({ state }) => state === 'failed'))
      throw new JobFailure(errors[0]?.message ?? 'The source cannot be read.');
    return {
      status: errors.length > 0 ? 'partial' : 'succeeded',
      result: { files: counts },
      errors: errors.slice(0, MAX_ERRORS),
    };
  };
}

/** Returns the source of a job. A job queued before sources had names reads the first one. */
function findSource({ params }: RunningJob, sources: readonly SyncSource[]): SyncSource {
  const name = typeof params['source'] === 'string' ? params['source'] : '';
  try {
    return chosenSource(sources, name);
  } catch (error) {
    if (error instanceof Failure) throw new JobFailure(error.message);
    throw error;
  }
}

/** Returns the outcome of a file, including one that is missing or cannot be read. */
async function readFrom(
  name: string,
  work: () => Promise<FileOutcome | undefined>,
): Promise<FileOutcome> {
  const none: SyncCounts = {
    file: name,
    state: 'skipped',
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    deactivated: 0,
    rejected: 0,
  };
  try {
    return (await work()) ?? { counts: none, errors: [] };
  } catch (error) {
    if (!(error instanceof SourceTrouble)) throw error;
    const errors: JobError[] = [{ file: name, row: null, column: null, message: error.message }];
    return { counts: { ...none, state: 'failed' }, errors };
  }
}
