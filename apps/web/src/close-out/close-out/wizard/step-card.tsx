import { useId, type ReactNode } from 'react';
import * as cardStyles from '#web/ui/layout/card.module.css';
import * as styles from '../close-out.module.css';

type StepCardProps = { title: string; intro?: ReactNode; rows?: boolean; children: ReactNode };

/** Card of one step; its heading takes the focus when the step opens. */
export function StepCard({ title, intro, rows = false, children }: StepCardProps) {
  const id = useId();
  return (
    <section className={`${cardStyles.card} ${styles.stepCard}`} data-step aria-labelledby={id}>
      <div className={styles.stepHead}>
        <h2 id={id} className="section-heading" tabIndex={-1}>
          {title}
        </h2>
        {intro && <p className="subdued">{intro}</p>}
      </div>
      <div className={rows ? styles.stepRows : styles.stepContent}>{children}</div>
    </section>
  );
}
