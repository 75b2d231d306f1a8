import { IconArrowRight } from '@tabler/icons-react';
import * as styles from './to-arrow.module.css';

/** Between an old and a new value, or a place left and one reached; the font has no such arrow. */
export function ToArrow() {
  return (
    <IconArrowRight size={14} stroke={1.75} className={styles.arrow} role="img" aria-label="to" />
  );
}
