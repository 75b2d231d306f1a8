import {
  SyncScope,
  type Settings,
  type SyncResult,
  type SyncCounts,
} from '@pos/contract/imports/settings';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { Ago } from '#web/ui/values/ago.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ProgressBar } from '#web/ui/layout/checklist.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { Notice, Empty, ErrorNotice } from '#web/ui/messages/notice.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { SettingsGroup, type GroupProps } from './settings-group.tsx';
import { SettingsSection } from './settings-section.tsx';
import { fileWords, RESULTS, SCOPES } from './sync-words.ts';
import { allSettings, isRunning, activeSyncSource, useSync, syncLog } from './settings.data.ts';
import * as boxStyles from '#web/ui/fields/box.module.css';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import { Summary } from '#web/ui/layout/summary.tsx';
import * as styles from './settings.module.css';
import * as tableStyles from '#web/ui/table/table.module.css';

type Count = Exclude<keyof SyncCounts, 'file' | 'state'>;

/** Columns of the results; a plain one is left out on a phone. */
const COUNTS: readonly { field: Count; label: string; isPlain?: true }[] = [
  { field: 'rows', label: 'Rows', isPlain: true },
  { field: 'created', label: 'New' },
  { field: 'updated', label: 'Changed' },
  { field: 'unchanged', label: 'Unchanged', isPlain: true },
  { field: 'deactivated', label: 'Retired' },
  { field: 'rejected', label: 'Skipped' },
];

/** Numbers of rows that the last sync read of each kind of record, by result. */
function SyncFiles({ files }: { files: readonly SyncCounts[] }) {
  return (
    <div
      className={styles.syncFiles}
      tabIndex={0}
      role="region"
      aria-label="Results of the last sync"
    >
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th scope="col">Records</th>
            {COUNTS.map(({ label, isPlain }) => (
              <th
                key={label}
                scope="col"
                className={isPlain ? `align-right ${styles.plain}` : 'align-right'}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {files.map((counts) => (
            <tr key={counts.file}>
              <th scope="row" title={counts.file}>
                {fileWords(counts.file)}
              </th>
              {counts.state === 'read' ? (
                COUNTS.map(({ field, isPlain }) => (
                  <td
                    key={field}
                    className={
                      isPlain ? `align-right numeric ${styles.plain}` : 'align-right numeric'
                    }
                  >
                    {formatCount(counts[field])}
                  </td>
                ))
              ) : (
                <td colSpan={COUNTS.length} className="caption">
                  {counts.state === 'skipped' ? 'Not in this sync' : 'Could not be read'}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Sync from the source system: start now, last result, and schedule. */
export function SyncCards(group: GroupProps) {
  return (
    <>
      <SettingsSection
        title="Sync"
        help="Reads schools, titles, students and top-ups from your source system. Nothing is deleted, and syncing twice changes nothing."
      >
        <SyncNow />
      </SettingsSection>
      {hasChoice(group.settings) && <Source {...group} />}
      <Schedule {...group} />
      <SettingsSection title="Sync log" help="The latest 20 syncs, newest first.">
        <SyncLog />
      </SettingsSection>
    </>
  );
}

function SyncNow() {
  const { data: settings } = useQuery(allSettings);
  const sync = useSync();
  const [scope, setScope] = useState<SyncScope>('all');
  if (!settings) return null;
  const { lastSync } = settings;
  const source = activeSyncSource(settings);
  const start = (): void =>
    sync.mutate(
      { scope, source, last: lastSync?.jobId },
      {
        onError: (error) =>
          toast.bad({ title: 'The sync did not start', detail: failureText(error).message }),
      },
    );
  const running = isRunning(settings);
  return (
    <Card title="Sync now" aside={lastSync && <StatusPill status={RESULTS[lastSync.status]} />}>
      <div className="stack gap-20">
        {source === undefined ? (
          <Notice kind="warn">{whyNoSource(settings)}</Notice>
        ) : (
          <p className="caption">Reads from {source}.</p>
        )}
        <div className={styles.syncNow}>
          <label className={fieldStyles.field}>
            <span className={fieldStyles.label}>What to read</span>
            <select
              className={boxStyles.box}
              value={scope}
              onChange={({ target }) => setScope(target.value as SyncScope)}
            >
              {SyncScope.options.map((one) => (
                <option key={one} value={one}>
                  {SCOPES[one]}
                </option>
              ))}
            </select>
          </label>
          <Button
            variant="primary"
            busy={(sync.isPending || running) && 'Reading…'}
            disabled={source === undefined}
            onClick={start}
          >
            Sync now
          </Button>
        </div>
        <div role="status">
          {lastSync ? <LastSync sync={lastSync} /> : <p className="caption">No syncs yet.</p>}
        </div>
      </div>
    </Card>
  );
}

/** Explains why no sync can be started. */
function whyNoSource({ syncSource, syncSources }: Settings): string {
  if (syncSources.length > 0)
    return `The operator no longer lists the source "${syncSource}". Choose another below.`;
  return 'No source is set. Once the operator sets SYNC_SOURCE to a folder or an https address, or lists several in SYNC_SOURCES, you can start a sync here.';
}

function LastSync({
  sync: {
    scope,
    source,
    startedBy,
    status,
    progress,
    createdAt,
    finishedAt,
    files,
    errors,
    errorCount,
  },
}: {
  sync: SyncResult;
}) {
  const isOver = finishedAt !== null;
  return (
    <div className="stack gap-12">
      <p className="caption">
        {SCOPES[scope]}
        {source !== null && ` from ${source}`}, started <Ago at={createdAt} /> by {startedBy}
      </p>
      {!isOver && (
        <ProgressBar
          label="Progress of the sync"
          value={status === 'queued' ? 0 : progress}
          max={100}
        />
      )}
      {files.length > 0 && <SyncFiles files={files} />}
      {errorCount > 0 && (
        <details className={styles.syncErrors}>
          <Summary>{pluralize(errorCount, 'row or file', 'rows or files')} skipped</Summary>
          <ul>
            {errors.map(({ file, row, column, message }) => (
              <li key={`${file}-${row}-${column}-${message}`}>
                <b className="medium" title={file ?? undefined}>
                  {[file && fileWords(file), row !== null && `row ${row}`, column]
                    .filter(Boolean)
                    .join(', ')}
                </b>{' '}
                {message}
              </li>
            ))}
          </ul>
          {errors.length < errorCount && (
            <p className="caption">The first {errors.length} are shown.</p>
          )}
        </details>
      )}
    </div>
  );
}

/** True if there is more than one source, or the chosen one is gone. */
function hasChoice(settings: Settings): boolean {
  return (
    settings.syncSources.length > 1 ||
    (settings.syncSources.length > 0 && activeSyncSource(settings) === undefined)
  );
}

const SOURCE = {
  syncSource: {
    label: 'Source',
    show: (value: unknown) => (value === '' ? 'The first one listed' : String(value)),
  },
};

/** Choice among the operator's sources, by name only, because locations are up to the operator. */
function Source(group: GroupProps) {
  const { syncSource, syncSources } = group.settings;
  const [first, ...others] = syncSources;
  const choices = [
    { value: '', label: String(first) },
    ...others.map((name) => ({ value: name, label: name })),
  ];
  // Keeps the saved value visible for the first source and for one that is gone.
  if (!choices.some(({ value }) => value === syncSource)) {
    choices.push({
      value: syncSource,
      label: syncSources.includes(syncSource) ? syncSource : `${syncSource} (no longer listed)`,
    });
  }
  return (
    <SettingsGroup
      {...group}
      title="Sync source"
      help="Used for the next sync, including scheduled ones. The operator lists the sources."
      fields={SOURCE}
    >
      <SelectField
        name="syncSource"
        label="Source"
        choices={choices}
        hint="The first sync from another source retires schools, titles and students that it does not include, unless something open refers to them."
      />
    </SettingsGroup>
  );
}

const SCHEDULES = [
  { value: 'off', label: 'Manual only' },
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Every day' },
];
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: hour,
  label: `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`,
}));
const SCHEDULE = {
  syncSchedule: {
    label: 'Schedule',
    show: (value: unknown) => SCHEDULES.find((one) => one.value === value)?.label,
  },
  syncHour: {
    label: 'Hour of the day',
    show: (value: unknown) => HOURS.find((one) => one.value === value)?.label,
  },
};

function Schedule(group: GroupProps) {
  return (
    <SettingsGroup
      {...group}
      title="Sync schedule"
      help="When syncs run automatically."
      fields={SCHEDULE}
    >
      <div className={fieldStyles.pair}>
        <SelectField name="syncSchedule" label="Schedule" choices={SCHEDULES} />
        <SelectField
          name="syncHour"
          label="Hour of the day"
          choices={HOURS}
          hint="For every day, in the default time zone."
        />
      </div>
    </SettingsGroup>
  );
}

/** Latest syncs with result, person and counts. */
function SyncLog() {
  const { data: syncs, error, refetch } = useQuery(syncLog);
  if (error && !syncs)
    return <ErrorNotice what="The sync log" error={error} retry={() => void refetch()} />;
  if (!syncs) return null;
  return (
    <Card rows>
      {syncs.length === 0 ? (
        <Empty title="No syncs yet" />
      ) : (
        <ol className={`${styles.log} lined`}>
          {syncs.map((sync) => (
            <li key={sync.jobId}>
              <p>
                <b className="medium">{SCOPES[sync.scope]}</b>
                {sync.source !== null && ` from ${sync.source}`}, by {sync.startedBy}
              </p>
              <StatusPill status={RESULTS[sync.status]} />
              <p className="caption numeric">{toCounts(sync)}</p>
              <p className="caption align-right">
                <Ago at={sync.createdAt} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

/** Counts of a sync over all its files: "38 new, 4 changed, 2 skipped". */
function toCounts({ files, errorCount, finishedAt }: SyncResult): string {
  if (finishedAt === null) return 'Not finished yet';
  const sum = (field: Exclude<keyof SyncCounts, 'file' | 'state'>): number =>
    files.reduce((total, counts) => total + counts[field], 0);
  const counts = [
    ['new', sum('created')],
    ['changed', sum('updated')],
    ['retired', sum('deactivated')],
  ] as const;
  return (
    [
      ...counts.flatMap(([word, count]) => (count > 0 ? [`${formatCount(count)} ${word}`] : [])),
      ...(errorCount > 0
        ? [`${pluralize(errorCount, 'row or file', 'rows or files')} skipped`]
        : []),
    ].join(', ') || 'Nothing changed'
  );
}
