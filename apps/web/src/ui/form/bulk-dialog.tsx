import { formatCount } from '@pos/contract/values/counts';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { toast } from '../messages/toast.tsx';
import { useBulkRun, type Outcome } from './use-bulk-run.ts';
import * as styles from '../table/rows/bulk.module.css';

/** Rows that an action runs on, and what follows it. */
export type BulkRows<Row> = {
  rows: readonly Row[];
  /** Clears the selection. */
  onDone: () => void;
  onClose: () => void;
};

type BulkDialogProps<Row> = BulkRows<Row> & {
  rowName: (row: Row) => string;
  /** Verb and number: "Deactivate 3 users". */
  title: string;
  /** Result as a toast: `(3) => "3 users deactivated"`. */
  doneWords: (count: number) => string;
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

/**
 * Runs one action on several rows, one call at a time, with progress and a way to stop. If all
 * succeed, a toast says so; otherwise the dialog stays open with one line per row, so that it is
 * clear which ones failed.
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
  const { run, outcomes, isRunning, stop } = useBulkRun(rows, rowName);
  const start = async (each: (row: Row) => Promise<unknown>): Promise<void> => {
    const told = await run(each);
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
  if (isRunning) {
    return (
      <Dialog title={title} onClose={close} actions={<Button onClick={stop}>Stop</Button>}>
        <Progress done={outcomes?.length ?? 0} of={rows.length} />
      </Dialog>
    );
  }
  if (outcomes) {
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
        <p className="visually-hidden" role="status">
          {reportTitle(outcomes, doneWords)}
        </p>
        <Report outcomes={outcomes} />
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
        <p>
          <span data-private>{toNames(rows.map(rowName))}</span>
        </p>
        {form ? form(start, close) : <p className="subdued">{children}</p>}
      </div>
    </Dialog>
  );
}

function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div className="stack">
      <p role="status" className="numeric">
        {formatCount(done)} of {formatCount(of)} done…
      </p>
      <progress className={styles.progress} value={done} max={of} aria-label="Progress" />
    </div>
  );
}

function Report({ outcomes }: { outcomes: readonly Outcome[] }) {
  return (
    <div className={styles.report} role="group" aria-label="Results" tabIndex={0}>
      <ul>
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
                <b className="medium">
                  <span data-private>{name}</span>
                </b>
                {refusal ? (
                  <small>{refusal}</small>
                ) : (
                  <span className="visually-hidden"> done</span>
                )}
              </span>
            </li>
          ))}
      </ul>
    </div>
  );
}

function reportTitle(outcomes: readonly Outcome[], doneWords: (count: number) => string): string {
  const good = outcomes.filter(({ refusal }) => !refusal).length;
  return good === 0 ? 'Nothing was changed' : `${doneWords(good)}, ${outcomes.length - good} not`;
}

const NAMED = 8;

/** The names, or the first few of many. `count`: all of them, if `names` are the first. */
export function toNames(names: readonly string[], count = names.length): string {
  return count <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED - 1).join(', ')} and ${formatCount(count - NAMED + 1)} more`;
}
