import { IconCheck } from '@tabler/icons-react';
import { Link } from '../buttons/link.tsx';
import * as styles from './steps.module.css';

/**
 * Step of a wizard: its name, its result in short, its address if it can be visited. One that is
 * `unsettled` gets no tick when it lies behind.
 */
export type Step = {
  label: string;
  detail?: string | undefined;
  to?: string;
  unsettled?: boolean;
};

/** Progress of a wizard: done, current and later steps. */
export function Steps({ steps, current }: { steps: readonly Step[]; current: number }) {
  return (
    <ol className={styles.steps} aria-label="Steps">
      {steps.map(({ label, detail, to, unsettled }, index) => (
        <li
          key={label}
          className={index < current ? (unsettled ? styles.unsettled : styles.done) : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={`${styles.stepMark} numeric`}>
            {index < current && !unsettled ? (
              <IconCheck size={14} stroke={2.25} aria-hidden />
            ) : (
              index + 1
            )}
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
