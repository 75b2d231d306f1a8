import { Suspense, type ReactNode } from 'react';
import * as styles from '../reports.module.css';

/** Reserved space of a chart that loads after the figures; not printed. */
export function ReportChart({ children }: { children: ReactNode }) {
  return (
    <div className={styles.chart}>
      <Suspense>{children}</Suspense>
    </div>
  );
}
