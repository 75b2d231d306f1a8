import { IconGripVertical } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Button } from '../../buttons/button.tsx';
import * as checkboxStyles from '../../fields/checkbox.module.css';
import { movableColumns, moved } from './column-order.ts';
import type { Column } from '../description.ts';
import * as styles from '../views/filters.module.css';
import * as orderStyles from './column-boxes.module.css';

type ColumnBoxesProps = {
  /** All columns, in their order. */
  columns: readonly Column<never>[];
  /** IDs of the columns that have no room. */
  left: ReadonlySet<string>;
  hidden: readonly string[];
  /** True if the columns are those of somebody who never chose. */
  isUsual: boolean;
  isLocked?: boolean;
  onHide: (hidden: string[]) => void;
  onOrder: (order: string[]) => void;
  onReset: () => void;
};

const KEYS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * Columns as boxes to check, each with a handle that moves it: by dragging, or by the arrow keys
 * once it has the focus.
 */
export function ColumnBoxes(props: ColumnBoxesProps) {
  const { columns, left, hidden, isUsual, isLocked = false, onHide, onOrder, onReset } = props;
  const { order, dragging, said, getHandle } = useMoves(columns, onOrder);
  const shown = columns
    .filter(({ stays }) => !stays)
    .toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
  const isHidden = (id: string): boolean => hidden.includes(id);
  return (
    <>
      <div role="group" aria-label="Columns" className={styles.choices} data-part="choices">
        {shown.map(({ id, header }) => {
          const isFirst = id === columns[0]?.id;
          return (
            <div
              key={id}
              className={orderStyles.line}
              data-column={id}
              data-dragging={id === dragging || undefined}
            >
              <label>
                <input
                  type="checkbox"
                  className={checkboxStyles.checkbox}
                  disabled={isFirst || isLocked}
                  checked={isFirst || !isHidden(id)}
                  onChange={() =>
                    onHide(isHidden(id) ? hidden.filter((one) => one !== id) : [...hidden, id])
                  }
                />
                {header}
                {left.has(id) && <span className="caption">no room</span>}
              </label>
              {!isFirst && !isLocked && (
                <button
                  type="button"
                  className={orderStyles.handle}
                  aria-label={`Move ${header}`}
                  title="Drag, or press ↑ or ↓"
                  {...getHandle(id, header)}
                >
                  <IconGripVertical size={16} aria-hidden />
                </button>
              )}
            </div>
          );
        })}
      </div>
      <span className="visually-hidden" role="status">
        {said}
      </span>
      {!isLocked && (
        <div className="row">
          {shown.some(({ id }, at) => at > 0 && isHidden(id)) && (
            <Button size="sm" variant="tertiary" onClick={() => onHide([])}>
              Show all columns
            </Button>
          )}
          {!isUsual && (
            <Button size="sm" variant="tertiary" onClick={onReset}>
              Reset
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Order of the columns while one of them is dragged, and the events of the handles. */
function useMoves(columns: readonly Column<never>[], onOrder: (order: string[]) => void) {
  const ids = movableColumns(columns).map(({ id }) => id);
  const [dragged, setDragged] = useState<{ id: string; order: readonly string[] }>();
  const [said, setSaid] = useState('');
  const start = useRef<readonly string[]>([]);
  const order = dragged?.order ?? ids;
  const say = (header: string, now: readonly string[], id: string): void =>
    setSaid(`${header}: column ${now.indexOf(id) + 2} of ${ids.length + 1}`);

  const getHandle = (id: string, header: string) => ({
    onKeyDown: (event: KeyboardEvent): void => {
      const by = KEYS[event.key];
      if (by === undefined) return;
      event.preventDefault();
      const next = moved(ids, id, by);
      if (next.join() === ids.join()) return;
      say(header, next, id);
      onOrder(next);
    },
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = ids;
      setDragged({ id, order: ids });
    },
    onPointerMove: ({ currentTarget, clientY }: PointerEvent<HTMLElement>): void => {
      if (dragged?.id !== id) return;
      const over = columnAt(currentTarget, clientY);
      if (!over || over === id || !order.includes(over)) return;
      setDragged({ id, order: moved(order, id, order.indexOf(over) - order.indexOf(id)) });
    },
    onPointerUp: (): void => {
      if (dragged && dragged.order.join() !== start.current.join()) {
        say(header, dragged.order, id);
        onOrder([...dragged.order]);
      }
      setDragged(undefined);
    },
    onPointerCancel: (): void => setDragged(undefined),
  });
  return { order, dragging: dragged?.id, said, getHandle };
}

/** ID of the column whose line is at this height. */
function columnAt(handle: HTMLElement, y: number): string | undefined {
  const lines = handle.closest('[role=group]')?.querySelectorAll<HTMLElement>('[data-column]');
  return [...(lines ?? [])].find((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    return y >= top && y < bottom;
  })?.dataset['column'];
}
