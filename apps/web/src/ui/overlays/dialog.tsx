import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '@pos/contract/client';
import { useState, type ReactNode } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { Button } from '../buttons/button.tsx';
import { Link } from '../buttons/link.tsx';
import * as styles from './dialog.module.css';
import { Notice } from '../messages/notice.tsx';
import { asidePart } from '../messages/lazy-part.tsx';

/**
 * Modal for a question or a short task; a form in it brings its own buttons. Open while rendered;
 * Esc closes it. Loaded on demand: a list needs no dialog before it asks something.
 */
export const Dialog = asidePart(() => import('./modal-box.tsx'), 'ModalBox');

type ConfirmProps = {
  /** Names the object: "Delete device REG-07?". */
  title: string;
  /** Describes the effect. */
  children: ReactNode;
  /** Verb and object: "Delete REG-07". */
  confirmLabel: string;
  busyLabel?: string;
  /** Red button with a warning sign, for what cannot be undone. */
  isDanger?: boolean;
  confirm: () => Promise<unknown>;
  onClose: () => void;
};

/**
 * Asks before an action that cannot be undone. If the action is refused, it stays open and shows
 * the reason.
 */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  busyLabel = 'Working…',
  isDanger = false,
  confirm,
  onClose,
}: ConfirmProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      await confirm();
      onClose();
    } catch (refusal) {
      setError(refusal);
    }
    setIsBusy(false);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={isDanger ? 'danger-solid' : 'primary'}
            busy={isBusy && busyLabel}
            onClick={() => void run()}
          >
            {isDanger && <IconAlertTriangle size={16} stroke={1.75} aria-hidden />}
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="stack">
        <div>{children}</div>
        {error !== undefined && <RefusalNotice error={error} onGo={onClose} />}
      </div>
    </Dialog>
  );
}

/** Reason of a refusal; links to the records it names. */
function RefusalNotice({ error, onGo }: { error: unknown; onGo: () => void }) {
  const links =
    error instanceof ApiError ? (error.refusal.reasons ?? []).filter(({ link }) => link) : [];
  return (
    <Notice kind="bad">
      <p>{failureText(error).message}</p>
      {links.length > 0 && (
        <ul className={styles.reasons}>
          {links.map(({ text, link = '' }) => (
            <li key={link}>
              <Link to={link} onClick={onGo}>
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
