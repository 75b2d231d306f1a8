import type { SyncCounts } from '@pos/contract/imports/settings';
import { formatCount } from '@pos/contract/values/counts';
import * as tableStyles from '#web/ui/table/table.module.css';
import { fileWords } from './sync-words.ts';
import * as styles from './settings.module.css';

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
export function SyncFiles({ files }: { files: readonly SyncCounts[] }) {
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
