import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { failureText } from '#web/lib/failure.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import './table/selection.css';
import { toast } from './toast.tsx';

type BulkDialogProps<Row> = {
  rows: readonly Row[];
  rowName: (row: Row) => string;
  /** Verb and number: "Deactivate 3 users". */
  title: string;
  /** What it comes to: `(3) => "3 users deactivated"`. */
  doneWords: (count: number) => string;
  /** The rows are let go. */
  onDone: () => void;
  onClose: () => void;
} & (
  | {
      /** The call for one row; what it throws is told beside that row's name. */
      call: (row: Row) => Promise<unknown>;
      form?: never;
      /** What it does, in words. */
      children: ReactNode;
    }
  | {
      /** A form that gathers what the call needs, and starts it; it brings its own buttons. */
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
 * Does one thing with several rows: one call a row, one after the other. When all went well a toast says so; else the
 * dialog stays with a line for each row, so that nobody wonders which ones were left out.
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
        <p role="status" className="num">
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
        {form ? form(start, close) : <p className="t2">{children}</p>}
      </div>
    </Dialog>
  );
}

function Report({ outcomes }: { outcomes: readonly Outcome[] }) {
  return (
    <ul className="bulk-report" role="status">
      {[...outcomes]
        .sort((one, other) => Number(Boolean(other.refusal)) - Number(Boolean(one.refusal)))
        .map(({ name, refusal }) => (
          <li key={name}>
            {refusal ? (
              <IconAlertCircle size={18} className="bad" aria-hidden />
            ) : (
              <IconCircleCheck size={18} className="ok" aria-hidden />
            )}
            <span>
              <b className="md">{name}</b>
              {refusal ? <small>{refusal}</small> : <span className="vh"> done</span>}
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

/** The names, or the first of many. */
function namesOf(names: readonly string[]): string {
  return names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED - 1).join(', ')} and ${names.length - NAMED + 1} more`;
}
