import { pluralize } from '@pos/contract/values/counts';
import { IconAlertCircle, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { get, type FieldErrors } from 'react-hook-form';
import { Button } from '../buttons/button.tsx';
import * as styles from './form.module.css';

type Labels = Readonly<Record<string, string>>;
type FormSummaryProps = { errors: FieldErrors; labels: Labels; onGo: (name: string) => void };

/**
 * Lists the fields with errors above the form, with a link to each. A single error is next to its
 * field, which has the focus: it is only announced.
 */
export function FormSummary({ errors, labels, onGo }: FormSummaryProps) {
  const wrong = Object.entries(labels).flatMap(([name, label]) => {
    const message: unknown = get(errors, `${name}.message`);
    return typeof message === 'string' ? [{ name, label, message }] : [];
  });
  const [first] = wrong;
  if (!first) return null;
  if (wrong.length === 1)
    return (
      <p className="visually-hidden" role="alert">
        {withLabel(first.label, first.message)}
      </p>
    );
  return (
    <div className={styles.errorSummary} data-part="error-summary" role="alert">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden />
      <div>
        <h2>{pluralize(wrong.length, 'field needs', 'fields need')} your attention</h2>
        <ul>
          {wrong.map(({ name, label, message }) => (
            <li key={name}>
              <a
                href={`#${name}`}
                onClick={(event) => {
                  event.preventDefault();
                  onGo(name);
                }}
              >
                {withLabel(label, message)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function withLabel(label: string, message: string): string {
  return message.startsWith(label) ? message : `${label}: ${message}`;
}

/**
 * Shows next to the button why nothing was saved if no field is at fault: offline, refused, busy.
 * Sticks to the bottom of the screen while the button is further down.
 */
export function FormFailure({ errors, labels }: { errors: FieldErrors; labels: Labels }) {
  const messages = messagesOutside(errors, labels);
  if (messages.length === 0) return null;
  return (
    <div
      className={`${styles.errorSummary} ${styles.formFailure}`}
      data-part="error-summary"
      role="alert"
    >
      <IconAlertCircle size={20} stroke={1.75} aria-hidden />
      <div>
        {messages.map((message) => (
          <p key={message} className="medium">
            {message}
          </p>
        ))}
      </div>
    </div>
  );
}

/** Messages that no field shows: those of the whole form, and of values without a field. */
function messagesOutside(errors: FieldErrors, labels: Labels, path = ''): string[] {
  return Object.entries(errors).flatMap(([key, entry]) => {
    const name = path ? `${path}.${key}` : key;
    if (name in labels || typeof entry !== 'object' || entry === null) return [];
    const message: unknown = (entry as { message?: unknown }).message;
    return typeof message === 'string'
      ? [message]
      : messagesOutside(entry as FieldErrors, labels, name);
  });
}

type SaveBarProps = {
  changed: readonly string[];
  submitLabel: ReactNode;
  busy: string | false;
  onDiscard: () => void;
  /** Reason why nothing was saved. */
  failure: ReactNode;
};

/** Bar that stays visible while a record has unsaved changes. */
export function SaveBar({ changed, submitLabel, busy, onDiscard, failure }: SaveBarProps) {
  return (
    <div className={`${styles.saveDock} grid gap-8`}>
      {failure}
      <div className={styles.saveBar} role="region" aria-label="Unsaved changes">
        <IconPencil size={18} stroke={1.75} aria-hidden />
        <span className={`${styles.changes} ellipsis`}>
          <b className="semibold">Unsaved changes{changed.length > 0 && ':'}</b>{' '}
          <span className="subdued">{changed.join(', ')}</span>
        </span>
        <Button onClick={onDiscard}>Discard</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {submitLabel}
        </Button>
      </div>
    </div>
  );
}
