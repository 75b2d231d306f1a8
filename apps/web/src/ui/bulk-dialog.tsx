import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { failureText } from '#web/lib/failure.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { toast } from './toast.tsx';
import * as styles from './table/bulk.module.css';

type BulkDialogProps<Row> = {
  rows: readonly Row[];
  rowName: (row: Row) => string;
  /** Verb and number: "Deactivate 3 users". */
  title: string;
  /** Result as a toast: `(3) => "3 users deactivated"`. */
  doneWords: (count: number) => string;
  /** Clears the selection. */
  onDone: () => void;
  onClose: () => void;
} & (
  | {
      /** Call for one row; its error is shown next to that row's name. */
      call: (row: Row) => Promise<unknown>;
      form?: never;
      /** Description of the effect. */
      children: ReactNode;
    }
  | {
      /** Form that collects the call's input and starts it; includes its own buttons. */
      form: (
        start: (call: (row: Row) => Promise<unknown>) => Promise<void>,
        close: () => void,
      ) => ReactNode;
      call?: never;
      children?: never;
    }
);

type Outcome = { name: string; refusal?: string };

/**
 * Runs one action on several rows, one call at a time. If all succeed, a toast says so; otherwise
 * the dialog stays open with one line per row, so that it is clear which ones failed.
 */
export function BulkDialog<Row>({
  rows,
  rowName,
  title,
  doneWords,
  call,
  form,
  onDone,
  onClose,
  children,
}: BulkDialogProps<Row>) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  const isRunning = outcomes !== undefined && outcomes.length < rows.length;
  const start = async (each: (row: Row) => Promise<unknown>): Promise<void> => {
    const told: Outcome[] = [];
    setOutcomes([]);
    for (const row of rows) {
      const name = rowName(row);
      told.push(
        await each(row).then(
          () => ({ name }),
          (error: unknown) => ({ name, refusal: failureText(error).message }),
        ),
      );
      setOutcomes([...told]);
    }
    if (told.some(({ refusal }) => refusal)) return;
    toast.ok(doneWords(told.length));
    onDone();
    onClose();
  };
  const close = (): void => {
    if (isRunning) return;
    if (outcomes) onDone();
    onClose();
  };
  if (outcomes && !isRunning) {
    return (
      <Dialog
        title={reportTitle(outcomes, doneWords)}
        onClose={close}
        actions={
          <Button variant="primary" onClick={close}>
            Close
          </Button>
        }
      >
        <Report outcomes={outcomes} />
      </Dialog>
    );
  }
  if (outcomes) {
    return (
      <Dialog title={title} onClose={close}>
        <p role="status" className="numeric">
          {outcomes.length} of {rows.length} done…
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={title}
      onClose={close}
      {...(call && {
        actions: (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={() => void start(call)}>
              {title}
            </Button>
          </>
        ),
      })}
    >
      <div className="stack">
        <p>{namesOf(rows.map(rowName))}</p>
        {form ? form(start, close) : <p className="subdued">{children}</p>}
      </div>
    </Dialog>
  );
}

function Report({ outcomes }: { outcomes: readonly Outcome[] }) {
  return (
    <ul className={styles.report} role="status">
      {[...outcomes]
        .sort((one, other) => Number(Boolean(other.refusal)) - Number(Boolean(one.refusal)))
        .map(({ name, refusal }) => (
          <li key={name}>
            {refusal ? (
              <IconAlertCircle size={18} className={styles.bad} aria-hidden />
            ) : (
              <IconCircleCheck size={18} className={styles.ok} aria-hidden />
            )}
            <span>
              <b className="medium">{name}</b>
              {refusal ? <small>{refusal}</small> : <span className="visually-hidden"> done</span>}
            </span>
          </li>
        ))}
    </ul>
  );
}

function reportTitle(outcomes: readonly Outcome[], doneWords: (count: number) => string): string {
  const good = outcomes.filter(({ refusal }) => !refusal).length;
  return good === 0 ? 'Nothing was changed' : `${doneWords(good)}, ${outcomes.length - good} not`;
}

const NAMED = 8;

/** The names, or the first few of many. */
function namesOf(names: readonly string[]): string {
  return names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED - 1).join(', ')} and ${names.length - NAMED + 1} more`;
}
