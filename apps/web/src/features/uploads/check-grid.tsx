import {
  UPLOAD_COLUMNS,
  type RowMessage,
  type UploadKind,
  type UploadResult,
} from '@pos/contract/uploads';
import { formatCount } from '@pos/contract/values/counts';
import { useState } from 'react';
import { StatusPill, type StatusText } from '#web/ui/status-pill.tsx';
import * as segmentStyles from '#web/ui/segments.module.css';
import * as filterStyles from '#web/ui/table/filters.module.css';
import * as tableStyles from '#web/ui/table/table.module.css';
import { cellKey, isOfCell } from './cells.ts';
import { CheckCell } from './check-cell.tsx';
import { KIND_WORDS } from './upload-words.ts';
import type { Fix } from './use-upload-request.ts';
import * as cardStyles from '#web/ui/card.module.css';
import * as attentionListStyles from '#web/ui/attention-list.module.css';
import * as styles from './uploads.module.css';

type PreviewRow = UploadResult['preview'][number];
type CheckGridProps = {
  kind: UploadKind;
  result: UploadResult;
  drafts: ReadonlyMap<string, Fix>;
  onEdit: (fix: Fix, original: string) => void;
};

const OUTCOMES: Record<PreviewRow['outcome'], StatusText> = {
  create: { label: 'Create', meaning: 'ok' },
  update: { label: 'Update', meaning: 'info' },
  unchanged: { label: 'Unchanged', meaning: 'off' },
  reject: { label: 'Rejected', meaning: 'bad' },
};

/**
 * Rows of the file, starting with those that have problems, columns likewise; a cell with a problem
 * can be corrected.
 */
export function CheckGrid({ kind, result, drafts, onEdit }: CheckGridProps) {
  const { all } = UPLOAD_COLUMNS[kind];
  const { toTheRight } = KIND_WORDS[kind];
  const messages = Map.groupBy(
    [...result.errors, ...result.warnings].filter((message) => isOfCell(message, all)),
    cellKey,
  );
  const notes = new Map(result.notes.map((note) => [cellKey(note), note.message]));
  const withMessages = new Set([...messages.values()].flat().map(({ row }) => row));
  const problems = result.preview.filter(({ row }) => withMessages.has(row));
  const [showsAll, setShowsAll] = useState(problems.length === 0);
  const rows = showsAll ? result.preview : problems;
  const troubled = new Set([...messages.values()].flat().map(({ column }) => column));
  const known = all.filter(
    (name) => troubled.has(name) || result.columns.some(({ column }) => column === name),
  );
  // Problem columns come first, so that they are visible without scrolling; with all rows shown,
  // columns keep the file's order.
  const columns = showsAll
    ? known
    : known.toSorted((one, other) => Number(troubled.has(other)) - Number(troubled.has(one)));
  const errors = new Set(result.errors.map(cellKey));
  return (
    <section className={`${cardStyles.card} ${tableStyles.list}`} aria-label="Rows of the file">
      <div className={filterStyles.filters} data-part="filters">
        <span className={segmentStyles.segments} role="group" aria-label="Which rows">
          <button type="button" aria-pressed={!showsAll} onClick={() => setShowsAll(false)}>
            With problems <span className="numeric">{formatCount(withMessages.size)}</span>
          </button>
          <button type="button" aria-pressed={showsAll} onClick={() => setShowsAll(true)}>
            All <span className="numeric">{formatCount(result.total)}</span>
          </button>
        </span>
      </div>
      {rows.length === 0 ? (
        <p className={attentionListStyles.none}>No row has a problem.</p>
      ) : (
        <div className={`${tableStyles.wrapper} ${styles.checkWrap}`} data-wide>
          <table className={`${tableStyles.table} ${styles.checkTable}`}>
            <caption className="visually-hidden">Rows of the file</caption>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Outcome</th>
                {columns.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    className={toTheRight.includes(column) ? 'align-right' : undefined}
                  >
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ row, outcome, values }) => (
                <tr key={row}>
                  <th scope="row" className="numeric">
                    {row}
                  </th>
                  <td>
                    <StatusPill status={OUTCOMES[outcome]} quiet />
                  </td>
                  {columns.map((column) => (
                    <CheckCell
                      key={column}
                      cell={{ row, column, value: values[column] ?? '' }}
                      draft={drafts.get(cellKey({ row, column }))?.value}
                      messages={messages.get(cellKey({ row, column })) ?? NO_MESSAGES}
                      note={notes.get(cellKey({ row, column }))}
                      isWrong={errors.has(cellKey({ row, column }))}
                      isRight={toTheRight.includes(column)}
                      onEdit={onEdit}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {result.total > result.preview.length && (
        <p className={`caption ${styles.checkNote}`}>
          Rows with problems come first; {formatCount(result.preview.length)} of{' '}
          {formatCount(result.total)} rows are shown.
        </p>
      )}
    </section>
  );
}

const NO_MESSAGES: readonly RowMessage[] = [];
