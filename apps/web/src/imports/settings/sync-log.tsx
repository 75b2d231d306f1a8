import type { SyncCounts, SyncResult } from '@pos/contract/imports/settings';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { useQuery } from '@tanstack/react-query';
import { Ago } from '#web/ui/values/ago.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty, ErrorNotice } from '#web/ui/messages/notice.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { syncLog } from './settings.data.ts';
import { RESULTS, SCOPES } from './sync-words.ts';
import * as styles from './settings.module.css';

/** Latest syncs with result, person and counts. */
export function SyncLog() {
  const { data: syncs, error, refetch } = useQuery(syncLog);
  if (error && !syncs)
    return <ErrorNotice what="The sync log" error={error} retry={() => void refetch()} />;
  if (!syncs) return null;
  return (
    <Card rows>
      {syncs.length === 0 ? (
        <Empty title="No sync yet" />
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
