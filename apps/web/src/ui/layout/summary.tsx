import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import * as styles from './summary.module.css';

/** Line of `details` that opens and closes it, with a chevron that turns. */
export function Summary({ children }: { children: ReactNode }) {
  return (
    <summary className={styles.summary}>
      <IconChevronRight size={16} aria-hidden /> {children}
    </summary>
  );
}
