import {
  type Figures,
  type PlacedColumn,
  signed,
  toCellText,
  valueAt,
} from '@pos/contract/reports/tables';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import type { ReactNode } from 'react';
import * as styles from '../statement.module.css';

/** Figures of one fair, or of all. */
export type StatementColumn = { name: string; figures: Figures };

type StatementProps = {
  title: string;
  lines: readonly PlacedColumn[];
  columns: readonly StatementColumn[];
};

/** Block of the sales summary: labels and amounts, one column per fair if there are several. */
export function Statement({ title, lines, columns }: StatementProps) {
  return (
    <section className={styles.statement} data-part="statement">
      <h3>{title}</h3>
      {/* Focusable, so that several fairs can be scrolled by keyboard. */}
      <div
        className={styles.statementScroll}
        {...(columns.length > 1 && {
          tabIndex: 0,
          role: 'region',
          'aria-label': `${title}, by fair`,
        })}
      >
        <table>
          {columns.length > 1 && (
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">Figure</span>
                </th>
                {columns.map(({ name }) => (
                  <th key={name} scope="col" className="align-right">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {lines.map((line) => (
              <tr key={line.path.join('.')} className={getClass(line)}>
                <th scope="row" title={line.column.meaning}>
                  <LineName block={title} label={line.column.label} />
                </th>
                {columns.map(({ name, figures }) => (
                  <td key={name} className="align-right">
                    {shownValue(line, figures)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Label of a line; words that the block's title begins with too are only for screen readers. */
function LineName({ block, label }: { block: string; label: string }) {
  const [, kind, rest] = /^([^,]+, )(.+)$/.exec(label) ?? [];
  if (!kind || !rest || !block.startsWith(kind.slice(0, -2))) return label;
  return (
    <>
      <span className="visually-hidden">{kind}</span>
      <span className={styles.lineName}>{rest}</span>
    </>
  );
}

function getClass({ column: { strong, part } }: PlacedColumn): string | undefined {
  return strong ? styles.total : part ? styles.part : undefined;
}

function shownValue({ path, column }: PlacedColumn, figures: Figures): ReactNode {
  const value = valueAt(figures, path);
  if (value === null)
    return <span className="muted">{column.strong ? '–' : 'Not counted yet'}</span>;
  if (typeof value !== 'number') return toCellText(column, value);
  const number = signed(column, value);
  return column.kind === 'money' ? formatCents(number) : formatCount(number);
}
