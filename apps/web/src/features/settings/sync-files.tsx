import type { SyncCounts } from '@pos/contract/settings';
import { formatCount } from '@pos/contract/values/counts';
import * as tableStyles from '#web/ui/table/table.module.css';
import * as styles from './settings.module.css';

/** Numbers of rows that the last sync read from each file, by result. */
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
            <th scope="col">File</th>
            {['Rows', 'New', 'Changed', 'Same', 'Retired', 'Skipped'].map((label) => (
              <th key={label} scope="col" className="align-right">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {files.map(
            ({ file, state, rows, created, updated, unchanged, deactivated, rejected }) => (
              <tr key={file}>
                <th scope="row" className="monospace">
                  {file}
                </th>
                {state === 'read' ? (
                  Object.entries({ rows, created, updated, unchanged, deactivated, rejected }).map(
                    ([name, count]) => (
                      <td key={name} className="align-right numeric">
                        {formatCount(count)}
                      </td>
                    ),
                  )
                ) : (
                  <td colSpan={6} className="caption">
                    {state === 'skipped' ? 'Not delivered' : 'Could not be read'}
                  </td>
                )}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
