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
  const whole = errors.root?.message;
  if (wrong.length === 0 && !whole) return null;
  const title = wrong.length > 0 ? `${wrong.length} ${wrong.length === 1 ? 'field needs' : 'fields need'} your attention` : whole;
  return (
    <div className="sum-err" role="alert">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden />
      <div>
        <h2>{title}</h2>
        <ul>
          {whole && wrong.length > 0 && <li>{whole}</li>}
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
