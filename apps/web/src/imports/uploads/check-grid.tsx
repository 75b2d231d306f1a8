import { COLUMNS_BY_KIND } from '@pos/contract/imports/upload-columns';
import { type RowMessage, type UploadKind, type UploadResult } from '@pos/contract/imports/uploads';
import { formatCount } from '@pos/contract/values/counts';
import { useState } from 'react';
import { StatusPill, type StatusText } from '#web/ui/values/status-pill.tsx';
import * as segmentStyles from '#web/ui/buttons/segments.module.css';
import * as filterStyles from '#web/ui/table/views/filters.module.css';
import * as tableStyles from '#web/ui/table/table.module.css';
import { cellKey } from './cells.ts';
import { CheckCell } from './check-cell.tsx';
import { messageGroups } from './message-groups.ts';
import { KIND_WORDS } from './upload-words.ts';
import type { Fix } from './use-upload-request.ts';
import * as cardStyles from '#web/ui/layout/card.module.css';
import * as attentionListStyles from '#web/ui/layout/attention-list.module.css';
import * as styles from './uploads.module.css';

type PreviewRow = UploadResult['preview'][number];
type CheckGridProps = {
  kind: UploadKind;
  result: UploadResult;
  drafts: ReadonlyMap<string, Fix>;
  onEdit: (fix: Fix, original: string) => void;
};

/** Kinds of cells that are aligned right. */
const NUMBERS: readonly (string | undefined)[] = ['count', 'amount', 'rate'];
const OUTCOMES: Record<PreviewRow['outcome'], StatusText> = {
  create: { label: 'Create', meaning: 'ok' },
  update: { label: 'Update', meaning: 'info' },
  unchanged: { label: 'Unchanged', meaning: 'off' },
  reject: { label: 'Rejected', meaning: 'bad' },
};

function toOutcome(kind: UploadKind, outcome: PreviewRow['outcome']): StatusText {
  const { label, meaning } = OUTCOMES[outcome];
  return { label: KIND_WORDS[kind].outcomes?.[outcome] ?? label, meaning };
}

type RowGroup = 'problems' | 'information' | 'all';
const GROUPS: readonly { value: RowGroup; label: string }[] = [
  { value: 'problems', label: 'With problems' },
  { value: 'information', label: 'For information' },
  { value: 'all', label: 'All' },
];

/**
 * Rows of the file, starting with those that have problems, columns likewise; a cell with a problem
 * can be corrected.
 */
export function CheckGrid({ kind, result, drafts, onEdit }: CheckGridProps) {
  const all = Object.keys(COLUMNS_BY_KIND[kind]);
  const isRight = (column: string) => NUMBERS.includes(COLUMNS_BY_KIND[kind][column]?.cell);
  const { cells, cellInformation } = messageGroups(kind, result);
  const messages = Map.groupBy(cells, cellKey);
  const notes = Map.groupBy(cellInformation, cellKey);
  const groups: Record<RowGroup, ReadonlySet<number> | undefined> = {
    problems: new Set(cells.map(({ row }) => row)),
    information: new Set(cellInformation.map(({ row }) => row)),
    all: undefined,
  };
  const [group, setGroup] = useState<RowGroup>(cells.length > 0 ? 'problems' : 'all');
  const rows = result.preview.filter(({ row }) => groups[group]?.has(row) ?? true);
  const marked = new Set(
    (group === 'information' ? cellInformation : cells).map(({ column }) => column),
  );
  const known = all.filter(
    (name) => marked.has(name) || result.columns.some(({ column }) => column === name),
  );
  // Columns with messages come first, so that they are visible without scrolling; with all rows
  // shown, columns keep the file's order.
  const columns =
    group === 'all'
      ? known
      : known.toSorted((one, other) => Number(marked.has(other)) - Number(marked.has(one)));
  const errors = new Set(result.errors.map(cellKey));
  const showsFound = result.preview.some(({ found }) => found !== undefined);
  return (
    <section className={`${cardStyles.card} ${tableStyles.list}`} aria-label="Rows of the file">
      <RowGroups
        current={group}
        counts={{
          problems: groups.problems?.size ?? 0,
          information: groups.information?.size ?? 0,
          all: result.total,
        }}
        choose={setGroup}
      />
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
                {showsFound && <th scope="col">Title in the catalog</th>}
                {columns.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    className={isRight(column) ? 'align-right' : undefined}
                  >
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ row, outcome, values, found }) => (
                <tr key={row}>
                  <th scope="row" className="numeric">
                    {row}
                  </th>
                  <td>
                    <StatusPill status={toOutcome(kind, outcome)} quiet />
                  </td>
                  {showsFound && <FoundCell found={found} outcome={outcome} />}
                  {columns.map((column) => (
                    <CheckCell
                      key={column}
                      cell={{ row, column, value: values[column] ?? '' }}
                      draft={drafts.get(cellKey({ row, column }))?.value}
                      messages={messages.get(cellKey({ row, column })) ?? NO_MESSAGES}
                      notes={notes.get(cellKey({ row, column })) ?? NO_MESSAGES}
                      isWrong={errors.has(cellKey({ row, column }))}
                      isRight={isRight(column)}
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
          Rows with messages come first; {formatCount(result.preview.length)} of{' '}
          {formatCount(result.total)} rows are shown.
        </p>
      )}
    </section>
  );
}

/** Title that a row means, so that a wrong code is seen. */
function FoundCell({ found, outcome }: Pick<PreviewRow, 'found' | 'outcome'>) {
  return (
    <td className={found === undefined ? 'muted' : undefined}>
      {found ?? (outcome === 'reject' ? '–' : 'New title')}
    </td>
  );
}

type RowGroupsProps = {
  current: RowGroup;
  counts: Record<RowGroup, number>;
  choose: (group: RowGroup) => void;
};

/** Choice of the rows shown, each group with its count. */
function RowGroups({ current, counts, choose }: RowGroupsProps) {
  return (
    <div className={filterStyles.filters} data-part="filters">
      <span className={segmentStyles.segments} role="group" aria-label="Which rows">
        {GROUPS.filter(({ value }) => value !== 'information' || counts.information > 0).map(
          ({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === current}
              onClick={() => choose(value)}
            >
              {label} <span className="numeric">{formatCount(counts[value])}</span>
            </button>
          ),
        )}
      </span>
    </div>
  );
}

const NO_MESSAGES: readonly RowMessage[] = [];
