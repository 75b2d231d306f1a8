import { IconAlertCircle, IconPencil } from '@tabler/icons-react';
import { get, type FieldErrors } from 'react-hook-form';
import { Button } from './button.tsx';

type FormSummaryProps = { errors: FieldErrors; labels: Readonly<Record<string, string>>; onGo: (name: string) => void };

/** What is wrong, on top of the form: one link for each field, and what concerns no field. */
export function FormSummary({ errors, labels, onGo }: FormSummaryProps) {
  const wrong = Object.entries(labels).flatMap(([name, label]) => {
    const message: unknown = get(errors, `${name}.message`);
    return typeof message === 'string' ? [{ name, label, message }] : [];
  });
  const others = messagesOutside(errors, labels);
  if (wrong.length === 0 && others.length === 0) return null;
  const title = wrong.length > 0 ? `${wrong.length} ${wrong.length === 1 ? 'field needs' : 'fields need'} your attention` : others[0];
  return (
    <div className="sum-err" role="alert">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden />
      <div>
        <h2>{title}</h2>
        <ul>
          {others.slice(wrong.length > 0 ? 0 : 1).map((message) => (
            <li key={message}>{message}</li>
          ))}
          {wrong.map(({ name, label, message }) => (
            <li key={name}>
              <a
                href={`#${name}`}
                onClick={(event) => {
                  event.preventDefault();
                  onGo(name);
                }}
              >
                {label}: {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The messages that no field of the form shows: of the whole form, and of values that have no field. */
function messagesOutside(errors: FieldErrors, labels: Readonly<Record<string, string>>, path = ''): string[] {
  return Object.entries(errors).flatMap(([key, entry]) => {
    const name = path ? `${path}.${key}` : key;
    if (name in labels || typeof entry !== 'object' || entry === null) return [];
    const message: unknown = (entry as { message?: unknown }).message;
    return typeof message === 'string' ? [message] : messagesOutside(entry as FieldErrors, labels, name);
  });
}

type SaveBarProps = { changed: readonly string[]; submitLabel: string; busy: string | false; onDiscard: () => void };

/** Stays in sight while a record is changed and not saved. */
export function SaveBar({ changed, submitLabel, busy, onDiscard }: SaveBarProps) {
  return (
    <div className="savebar" role="region" aria-label="Unsaved changes">
      <IconPencil size={18} stroke={1.75} aria-hidden />
      <span className="what ell">
        <b className="sb">Unsaved changes{changed.length > 0 && ':'}</b> <span className="t2">{changed.join(', ')}</span>
      </span>
      <Button onClick={onDiscard}>Discard</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {submitLabel}
      </Button>
    </div>
  );
}
