import { INVENTORY_COLUMNS, type RowMessage, type UploadResult } from '@pos/contract/imports';
import { useState } from 'react';
import { formatCount } from '#web/lib/money.ts';
import { StatusPill, type StatusText } from '#web/ui/status-pill.tsx';
import '#web/ui/table/table.css';
import type { Fix } from './use-upload.ts';
import { cellKey, isOfCell } from './cells.ts';
import { CheckCell } from './check-cell.tsx';

type PreviewRow = UploadResult['preview'][number];
type CheckGridProps = { result: UploadResult; drafts: ReadonlyMap<string, Fix>; onEdit: (fix: Fix, original: string) => void };

const OUTCOMES: Record<PreviewRow['outcome'], StatusText> = {
  create: { label: 'Create', meaning: 'ok' },
  update: { label: 'Update', meaning: 'info' },
  unchanged: { label: 'Unchanged', meaning: 'off' },
  reject: { label: 'Rejected', meaning: 'bad' },
};
const TO_THE_RIGHT: readonly string[] = ['Price', 'Quantity'];

/** The rows of the file, those with problems first; a cell with a problem can be corrected. */
export function CheckGrid({ result, drafts, onEdit }: CheckGridProps) {
  const messages = Map.groupBy([...result.errors, ...result.warnings].filter(isOfCell), cellKey);
  const withMessages = new Set([...messages.values()].flat().map(({ row }) => row));
  const problems = result.preview.filter(({ row }) => withMessages.has(row));
  const [showsAll, setShowsAll] = useState(problems.length === 0);
  const rows = showsAll ? result.preview : problems;
  const columns = INVENTORY_COLUMNS.filter((name) => result.columns.some(({ column }) => column === name) || [...messages.values()].flat().some(({ column }) => column === name));
  const errors = new Set(result.errors.map(cellKey));
  return (
    <section className="card list" aria-label="Rows of the file">
      <div className="filters">
        <span className="seg" role="group" aria-label="Which rows">
          <button type="button" aria-pressed={!showsAll} onClick={() => setShowsAll(false)}>
            With problems <span className="num">{formatCount(withMessages.size)}</span>
          </button>
          <button type="button" aria-pressed={showsAll} onClick={() => setShowsAll(true)}>
            All <span className="num">{formatCount(result.total)}</span>
          </button>
        </span>
      </div>
      {rows.length === 0 ? (
        <p className="attention-none">No row has a problem.</p>
      ) : (
        <div className="tw check-wrap" data-wide>
          <table className="tbl check-table">
            <caption className="vh">Rows of the file</caption>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Outcome</th>
                {columns.map((column) => (
                  <th key={column} scope="col" className={TO_THE_RIGHT.includes(column) ? 'r' : undefined}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ row, outcome, values }) => (
                <tr key={row}>
                  <th scope="row" className="num">
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
                      isWrong={errors.has(cellKey({ row, column }))}
                      isRight={TO_THE_RIGHT.includes(column)}
                      onEdit={onEdit}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {result.total > result.preview.length && <p className="meta check-note">Rows with problems come first; {formatCount(result.preview.length)} of {formatCount(result.total)} rows are shown.</p>}
    </section>
  );
}

const NO_MESSAGES: readonly RowMessage[] = [];
