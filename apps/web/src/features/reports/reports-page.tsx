import { IconReportAnalytics } from '@tabler/icons-react';
import { Empty } from '#web/ui/notice.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { useReportAddress } from './report-address.ts';
import { ReportForm } from './report-form.tsx';
import { ReportResult } from './result/report-result.tsx';
import './reports.css';
import './print.css';

/** A report is a link: what is asked stands in the address, and opening it asks again. */
export function ReportsPage() {
  const { given, query, run } = useReportAddress();
  return (
    <>
      <PageHead title="Reports" />
      <div className="stack">
        <ReportForm given={given} run={run} />
        {query ? (
          <ReportResult query={query} />
        ) : (
          <section className="card report-start">
            <Empty title="No report yet" text="Choose a school and the days, then run the report." icon={IconReportAnalytics} />
          </section>
        )}
      </div>
    </>
  );
}
