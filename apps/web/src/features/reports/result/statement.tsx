import type { ReactNode } from 'react';
import { formatCents, formatCount } from '#web/lib/money.ts';
import './statement.css';

/** Row of a statement. `total` and `grand` stand out; `sub` is part of the row above. */
export type StatementRow<Figures> = {
  label: string;
  kind?: 'sub' | 'total' | 'grand';
  /** Defaults to cents. */
  as?: 'count' | 'text';
  /** Left out if it is 0 in every column. */
  optional?: boolean;
  /** Null: not known yet. */
  value: (figures: Figures) => number | string | null;
};

/** Figures of one fair, or of all. */
export type StatementColumn<Figures> = { name: string; figures: Figures };

type StatementProps<Figures> = {
  title: string;
  note?: string;
  rows: readonly StatementRow<Figures>[];
  columns: readonly StatementColumn<Figures>[];
};

/** Block of the sales summary: labels and amounts, one column per fair if there are several. */
export function Statement<Figures>({ title, note, rows, columns }: StatementProps<Figures>) {
  const shown = rows.filter(
    ({ optional, value }) => !optional || columns.some(({ figures }) => value(figures) !== 0),
  );
  return (
    <section className="statement">
      <h3>
        {title} {note && <small>{note}</small>}
      </h3>
      {/* Focusable, so that several fairs can be scrolled by keyboard. */}
      <div
        className="statement-scroll"
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
                  <span className="vh">Figure</span>
                </th>
                {columns.map(({ name }) => (
                  <th key={name} scope="col" className="r">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {shown.map(({ label, kind, as, value }) => (
              <tr key={label} className={kind}>
                <th scope="row">{label}</th>
                {columns.map(({ name, figures }) => (
                  <td key={name} className="r">
                    {shownValue(value(figures), as, kind)}
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

function shownValue(
  value: number | string | null,
  as: 'count' | 'text' | undefined,
  kind: string | undefined,
): ReactNode {
  if (value === null)
    return <span className="t3">{kind === 'total' ? '–' : 'Not counted yet'}</span>;
  if (typeof value === 'string') return value;
  return as === 'count' ? formatCount(value) : formatCents(value);
}
