import { IconCheck } from '@tabler/icons-react';
import { Link } from './link.tsx';
import * as styles from './steps.module.css';

/** Step of a wizard: its name, its result in short, and its address if it can be visited. */
export type Step = { label: string; detail?: string | undefined; to?: string };

/** Progress of a wizard: done, current and later steps. */
export function Steps({ steps, current }: { steps: readonly Step[]; current: number }) {
  return (
    <ol className={styles.steps} aria-label="Steps">
      {steps.map(({ label, detail, to }, index) => (
        <li
          key={label}
          className={index < current ? styles.done : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={`${styles.stepMark} numeric`}>
            {index < current ? <IconCheck size={14} stroke={2.25} aria-hidden /> : index + 1}
          </span>
          <div>
            <span className="medium">
              {to && index !== current ? (
                <Link to={to} keepScroll>
                  {label}
                </Link>
              ) : (
                label
              )}
            </span>
            {detail && <small title={detail}>{detail}</small>}
          </div>
        </li>
      ))}
    </ol>
  );
}
