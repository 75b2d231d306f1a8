import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import * as styles from './checklist.module.css';

/** Item of a checklist, done or not, with its subject. */
export type ChecklistItem = {
  key: string;
  text: ReactNode;
  detail?: string;
  done: boolean;
  action?: ReactNode;
};

type ChecklistProps = {
  label: string;
  items: readonly ChecklistItem[];
  /** Progress, if not all items are listed. */
  done?: number;
  of?: number;
};

/** Checklist under a bar that shows progress. */
export function Checklist({
  label,
  items,
  done = items.filter((item) => item.done).length,
  of = items.length,
}: ChecklistProps) {
  return (
    <>
      <ProgressBar label={label} value={done} max={of} />
      <ul className={`${styles.checklist} lined`}>
        {items.map((item) => (
          <li key={item.key}>
            {item.done ? (
              <IconCircleCheck size={18} stroke={1.75} className={styles.done} aria-hidden />
            ) : (
              <IconCircleDashed size={18} stroke={1.75} aria-hidden />
            )}
            <div>
              <span className="medium">{item.text}</span>
              <span className="visually-hidden">{item.done ? ', done' : ', not done'}</span>
              {item.detail && <small>{item.detail}</small>}
            </div>
            {item.action}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Progress bar. */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
    >
      <span
        data-full={value >= max || undefined}
        style={{ width: `${max === 0 ? 0 : (value / max) * 100}%` }}
      />
    </div>
  );
}
