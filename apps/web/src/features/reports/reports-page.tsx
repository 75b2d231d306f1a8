import { Suspense } from 'react';
import { IconReportAnalytics } from '@tabler/icons-react';
import { Empty } from '#web/ui/notice.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { useReportAddress } from './report-address.ts';
import { ReportForm } from './report-form.tsx';
import './reports.css';
import './print.css';
import { lazyPart } from '#web/ui/lazy-part.tsx';

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
          <Suspense fallback={<section className="card report-start" aria-busy />}>
            <ReportResult query={query} />
          </Suspense>
        ) : (
          <section className="card report-start">
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
