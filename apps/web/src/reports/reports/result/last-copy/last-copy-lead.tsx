import type { LastCopyReport } from '@pos/contract/reports/reports';
import { pluralize } from '@pos/contract/values/counts';
import * as styles from '../../reports.module.css';

/** Numbers of titles that are sold out, and that are about to be. */
export function LastCopyLead({ report: { totals, threshold } }: { report: LastCopyReport }) {
  const { soldOutTitles, lastCopyTitles } = totals;
  return (
    <p className={styles.lead}>
      {pluralize(soldOutTitles, 'title is', 'titles are')} sold out, of{' '}
      {pluralize(lastCopyTitles, 'more title', 'more titles')} at most{' '}
      {pluralize(threshold, 'copy is', 'copies are')} left.
    </p>
  );
}
