import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { CellEdit } from '../description.ts';
import * as styles from './editable-cell.module.css';

type EditableCellProps<Row> = {
  edit: CellEdit<Row>;
  row: Row;
  /** Name of the row in labels: "Matilda". */
  name: string;
  column: string;
  /** Text of the cell. */
  children: ReactNode;
};

/**
 * Cell that is edited in its place: by its pencil, by Enter or F2 there, or by a double click. The
 * field covers the text and changes no size. Afterwards the focus returns to the pencil, unless it
 * has moved on.
 */
export function EditableCell<Row>({ edit, row, name, column, children }: EditableCellProps<Row>) {
  const [isOpen, setIsOpen] = useState(false);
  const cell = useRef<HTMLSpanElement>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen && returnsFocus.current) pencil.current?.focus({ preventScroll: true });
    returnsFocus.current = false;
  }, [isOpen]);
  const close = (): void => {
    returnsFocus.current = cell.current?.contains(document.activeElement) ?? false;
    setIsOpen(false);
  };
  const open = (): void => setIsOpen(true);
  const { what, Field } = edit;
  const label = `${what.charAt(0).toUpperCase()}${what.slice(1)} of ${name}`;
  return (
    <span
      ref={cell}
      className={styles.editable}
      data-open={isOpen || undefined}
      onDoubleClick={open}
    >
      <button
        ref={pencil}
        type="button"
        className={styles.pencil}
        data-part="edit-cell"
        data-column={column}
        aria-label={`Edit ${what} of ${name}`}
        tabIndex={isOpen ? -1 : undefined}
        onClick={open}
        onKeyDown={({ key }) => key === 'F2' && open()}
      />
      <span className={styles.text}>{children}</span>
      {isOpen && <Field row={row} label={label} close={close} />}
    </span>
  );
}
