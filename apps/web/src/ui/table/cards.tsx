import { Fragment } from 'react';
import { Link } from '../buttons/link.tsx';
import { ActionMenu } from '../overlays/menu.tsx';
import { AfterDelay, Skeleton } from '../messages/notice.tsx';
import { OnCard } from '../values/status-pill.tsx';
import { Pick } from './rows/bulk-bar.tsx';
import type { Column, RowAction } from './description.ts';
import type { RowProps } from './grid.tsx';
import { UnfoldButton, useToggled } from './rows/unfold.tsx';
import * as styles from './cards.module.css';
import * as tableStyles from './table.module.css';

/** The list on a phone: one card per row, from the columns that name a place on it. */
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
}: RowProps<Row> & { columns: readonly Column<Row>[]; caption: string }) {
  const unfolded = useToggled();
  if (rows === undefined) {
    return (
      <AfterDelay>
        {[0, 1, 2, 3, 4].map((row) => (
          <div key={row} className={styles.card} data-part="row-card" aria-hidden>
            <Skeleton width="60%" />
            <Skeleton width={64} />
            <Skeleton width="45%" />
          </div>
        ))}
      </AfterDelay>
    );
  }
  return (
    <ul aria-label={caption} className={styles.cards} data-stale={isStale || undefined}>
      {rows.map((row) => (
        <Card
          key={rowId(row)}
          row={row}
          id={rowId(row)}
          name={rowName(row)}
          link={rowLink?.(row)}
          actions={rowActions?.(row) ?? []}
          columns={columns}
          selection={selection}
          unfold={unfold}
          unfolded={unfolded}
        />
      ))}
    </ul>
  );
}

type CardProps<Row> = {
  row: Row;
  id: string;
  name: string;
  link: string | undefined;
  actions: readonly RowAction[];
  unfolded: ReturnType<typeof useToggled>;
  columns: readonly Column<Row>[];
} & Pick<RowProps<Row>, 'selection' | 'unfold'>;

/** One row as a card. */
function Card<Row>(props: CardProps<Row>) {
  const { row, id, name, link, columns, selection, unfold, unfolded } = props;
  const at = (place: Column<Row>['card']) =>
    columns
      .filter(({ card }) => card === place)
      .map((column) => <Fragment key={column.id}>{column.cell(row)}</Fragment>);
  const title = columns.find(({ card }) => card === 'title');
  const heading = title?.cell(row) ?? name;
  return (
    <li
      data-id={id}
      className={selection?.has(id) ? `${styles.card} ${styles.selected}` : styles.card}
      data-part="row-card"
    >
      <span className={styles.title}>
        {selection && (
          <Pick
            label={`Select ${name}`}
            isOn={selection.has(id)}
            onToggle={() => selection.toggle(id)}
          />
        )}
        {title?.picture?.(row)}
        <span className="medium ellipsis">
          {link ? (
            <Link to={link} className={tableStyles.recordLink} data-row>
              {heading}
            </Link>
          ) : (
            heading
          )}
        </span>
      </span>
      <span className={styles.value}>{at('value')}</span>
      <span className={styles.below}>
        <span className={styles.details}>
          {columns
            .filter(({ card }) => card === 'detail')
            .map((column) => (
              <span key={column.id}>{column.cell(row)}</span>
            ))}
        </span>
        <OnCard value>
          <span className={styles.status}>{at('status')}</span>
        </OnCard>
      </span>
      <span className={styles.aside}>{at('aside')}</span>
      <CardActions {...props} />
      {unfold && unfolded.has(id) && (
        <div className={styles.unfoldedCard}>{unfold.content(row)}</div>
      )}
    </li>
  );
}

/** The buttons at the end of a card: unfold and the menu of actions, where there are any. */
function CardActions<Row>({ row, id, name, actions, unfold, unfolded }: CardProps<Row>) {
  if (actions.length === 0 && !unfold) return null;
  return (
    <span className={styles.actions}>
      {unfold && (
        <UnfoldButton
          label={unfold.label(row)}
          isOpen={unfolded.has(id)}
          onToggle={() => unfolded.toggle(id)}
        />
      )}
      {actions.length > 0 && <ActionMenu label={`Actions for ${name}`} actions={actions} />}
    </span>
  );
}
