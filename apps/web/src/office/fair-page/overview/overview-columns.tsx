import type { ReactNode } from 'react';
import * as styles from '../fair-details.module.css';

type OverviewColumnsProps = {
  /** Key figures above both columns. */
  numbers: ReactNode;
  main: ReactNode;
  side: ReactNode;
};

/** Figures above a wide column and a narrow one. */
export function OverviewColumns({ numbers, main, side }: OverviewColumnsProps) {
  return (
    <div className="stack">
      {numbers}
      <div className={styles.fairGrid}>
        <div className="stack">{main}</div>
        <div className="stack">{side}</div>
      </div>
    </div>
  );
}
