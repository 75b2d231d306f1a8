import { Link } from '../link.tsx';
import { ActionMenu } from '../menu.tsx';
import { AfterDelay, Skeleton } from '../notice.tsx';
import { Pick } from './bulk-bar.tsx';
import type { Column } from './description.ts';
import type { RowProps } from './grid.tsx';
import { UnfoldButton, useUnfolded } from './unfold.tsx';

/** The list on a phone: one card a row, made of the columns that name a place on it. */
export function Cards<Row>({
  rows,
  columns,
  rowId,
  rowName,
  rowLink,
  rowActions,
  isStale,
  selection,
  unfold,
  caption,
}: RowProps<Row> & { caption: string }) {
  const at = (place: Column<Row>['card']): Column<Row>[] =>
    columns.filter(({ card }) => card === place);
  const [title] = at('title');
  const unfolded = useUnfolded();
  if (rows === undefined) {
    return (
      <AfterDelay>
        {[0, 1, 2, 3, 4].map((row) => (
          <div key={row} className="mcard" aria-hidden>
            <Skeleton width="60%" />
            <Skeleton width={64} />
            <Skeleton width="45%" />
          </div>
        ))}
      </AfterDelay>
    );
  }
  return (
    <ul aria-label={caption} className="mcards" data-stale={isStale || undefined}>
      {rows.map((row) => {
        const to = rowLink?.(row);
        const heading = title?.cell(row) ?? rowName(row);
        const actions = rowActions?.(row) ?? [];
        return (
          <li
            key={rowId(row)}
            data-id={rowId(row)}
            className={selection?.has(rowId(row)) ? 'mcard sel' : 'mcard'}
          >
            <span className="mcard-title">
              {selection && (
                <Pick
                  label={`Select ${rowName(row)}`}
                  isOn={selection.has(rowId(row))}
                  onToggle={() => selection.toggle(rowId(row))}
                />
              )}
              <span className="md ell">
                {to ? (
                  <Link to={to} className="rec">
                    {heading}
                  </Link>
                ) : (
                  heading
                )}
              </span>
            </span>
            <span className="r sb num">
              {at('value').map((column) => (
                <span key={column.id}>{column.cell(row)}</span>
              ))}
            </span>
            <span className="meta dotted">
              {at('detail').map((column) => (
                <span key={column.id}>{column.cell(row)}</span>
              ))}
            </span>
            <span className="r meta">
              {at('aside').map((column) => (
                <span key={column.id}>{column.cell(row)}</span>
              ))}
            </span>
            <span className="row wrap">
              {at('status').map((column) => (
                <span key={column.id}>{column.cell(row)}</span>
              ))}
            </span>
            {(actions.length > 0 || unfold) && (
              <span className="r row">
                {unfold && (
                  <UnfoldButton
                    label={unfold.label(row)}
                    isOpen={unfolded.has(rowId(row))}
                    onToggle={() => unfolded.toggle(rowId(row))}
                  />
                )}
                {actions.length > 0 && (
                  <ActionMenu label={`Actions of ${rowName(row)}`} actions={actions} />
                )}
              </span>
            )}
            {unfold && unfolded.has(rowId(row)) && (
              <div className="unfolded-card">{unfold.content(row)}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
