import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { toast } from '../../messages/toast.tsx';
import * as styles from './editable-cell.module.css';

const EDIT = '[data-part=edit-cell]';

type CellFieldProps = {
  /** Name of the field: "Price of Matilda". */
  label: string;
  /** Text at first. */
  text: string;
  inputMode: 'numeric' | 'decimal';
  /** Message for a text that cannot be saved. */
  check: (text: string) => string | undefined;
  /** Saves a changed text; rejects with the reason why it could not be saved. */
  save: (text: string) => Promise<void>;
  close: () => void;
};

/**
 * Field over an editable cell. Enter saves and edits the cell below, Shift+Enter the one above, Tab
 * and Shift+Tab the next and the previous one; leaving the field saves too, and Escape discards. A
 * text that is refused stays, with the reason below it.
 */
export function CellField({ label, text, inputMode, check, save, close }: CellFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const phase = useRef<'typing' | 'saving' | 'closed'>('typing');
  const [typed, setTyped] = useState(text);
  const [isSaving, setIsSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);
  const end = (): void => {
    phase.current = 'closed';
    close();
  };
  const refuse = (error: unknown): void => {
    const { message } = failureText(error);
    // The row may have left the page, for example to another one.
    if (!input.current) return toast.bad({ title: `${label} was not changed`, detail: message });
    phase.current = 'typing';
    setIsSaving(false);
    setProblem(message);
  };
  /** Saves and continues in `next`; false if the text cannot be saved. */
  const commit = (next?: HTMLElement): boolean => {
    if (phase.current !== 'typing') return true;
    const given = typed.trim();
    const isChanged = given !== text;
    const found = isChanged ? check(given) : undefined;
    setProblem(found);
    if (found !== undefined) return false;
    if (isChanged) {
      phase.current = 'saving';
      setIsSaving(true);
      save(given).then(end, refuse);
    }
    next?.click();
    if (isChanged) return true;
    phase.current = 'closed';
    // Else the focus would return to this cell after it went to the next one.
    if (next) input.current?.blur();
    close();
    return true;
  };
  const hear = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || phase.current !== 'typing') return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      end();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      commit(findNeighbor(event.currentTarget, event.shiftKey ? -1 : 1, 'column'));
    } else if (event.key === 'Tab') {
      const next = findNeighbor(event.currentTarget, event.shiftKey ? -1 : 1, 'all');
      // Without a neighbor the focus leaves the list, which saves.
      if (!commit(next) || next) event.preventDefault();
    }
  };
  return (
    <span className={styles.field}>
      <input
        ref={input}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : id}
        aria-busy={isSaving}
        readOnly={isSaving}
        inputMode={inputMode}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setProblem(undefined);
        }}
        onKeyDown={hear}
        onBlur={({ target }) => {
          // Another window got the focus.
          if (document.activeElement !== target) commit();
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      />
      {problem !== undefined && (
        <span id={id} role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </span>
  );
}

/** Button that edits the next or previous cell of the list, or of this cell's column. */
function findNeighbor(
  field: HTMLElement,
  by: 1 | -1,
  among: 'all' | 'column',
): HTMLElement | undefined {
  const own = field.closest('td')?.querySelector<HTMLElement>(EDIT);
  const all = [...(field.closest('table')?.querySelectorAll<HTMLElement>(EDIT) ?? [])];
  const those =
    among === 'all'
      ? all
      : all.filter(({ dataset }) => dataset['column'] === own?.dataset['column']);
  return own ? those[those.indexOf(own) + by] : undefined;
}
