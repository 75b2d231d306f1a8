import { Suspense } from 'react';
import { IconReportAnalytics } from '@tabler/icons-react';
import { Empty } from '#web/ui/notice.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { useReportAddress } from './report-address.ts';
import { ReportForm } from './report-form.tsx';
import * as styles from './reports.module.css';
import './print.css';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import * as cardStyles from '#web/ui/card.module.css';

const ReportResult = lazyPart(
  async () => (await import('./result/report-result.tsx')).ReportResult,
);

/**
 * Reports page. A report is a link: its parameters are in the address, and opening it runs it
 * again.
 */
export function ReportsPage() {
  const { given, query, run } = useReportAddress();
  return (
    <>
      <PageHead title="Reports" />
      <div className="stack">
        <ReportForm given={given} run={run} />
        {query ? (
          <Suspense
            fallback={<section className={`${cardStyles.card} ${styles.start}`} aria-busy />}
          >
            <ReportResult query={query} />
          </Suspense>
        ) : (
          <section className={`${cardStyles.card} ${styles.start}`}>
            <Empty
              title="No report yet"
              text="Choose a school and dates, then run the report."
              icon={IconReportAnalytics}
            />
          </section>
        )}
      </div>
    </>
  );
}
