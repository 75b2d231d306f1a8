import { ApiError } from '@pos/contract/client';
import { REPORTS, type Report, type ReportQuery } from '@pos/contract/reports';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { AfterDelay, ErrorNotice, Skeleton } from '#web/ui/notice.tsx';
import { reportResult } from '../reports.data.ts';
import { DailySales } from './daily-sales.tsx';
import { hasFigures, NoFigures } from './no-figures.tsx';
import { FairReturn } from './fair-return.tsx';
import { ItemSales } from './item-sales.tsx';
import { LastCopy } from './last-copy.tsx';
import { ReportHeader } from './report-header.tsx';
import { ReportPaper } from './report-paper.tsx';
import { SalesOrders } from './sales-orders.tsx';
import { SalesSummary } from './sales-summary.tsx';
import { ShipToSchool } from './ship-to-school.tsx';

const LongReport = lazy(() => import('./long-report.tsx').then((module) => ({ default: module.LongReport })));

/** The report that the address asks for. */
export function ReportResult({ query }: { query: ReportQuery }) {
  const { data: report, error, refetch } = useQuery(reportResult(query));
  if (report) return <ReportSheet report={report} query={query} />;
  return (
    <section className="card report-start" aria-busy={!error}>
      {error instanceof ApiError && error.refusal.code === 'REPORT_TOO_LONG' ? (
        <Suspense>
          <LongReport query={query} why={error.refusal.message} />
        </Suspense>
      ) : error ? (
        <ErrorNotice what={`The report "${REPORTS[query.reportType].title}"`} error={error} retry={() => void refetch()} />
      ) : (
        <AfterDelay>
          <div className="report-waiting" role="status" aria-label="The report is being made">
            {['30%', '55%', '80%', '70%', '75%', '60%', '45%'].map((width) => (
              <Skeleton key={width} width={width} height={14} />
            ))}
          </div>
        </AfterDelay>
      )}
    </section>
  );
}

function ReportSheet({ report, query }: { report: Report; query: ReportQuery }) {
  return (
    <section className={report.reportType === 'SALES_SUMMARY' ? 'card report' : 'card report wide'} aria-labelledby="report-title">
      <ReportPaper report={report} />
      <ReportHeader report={report} query={query} />
      {hasFigures(report) ? <ReportBody report={report} /> : <NoFigures report={report} />}
    </section>
  );
}

function ReportBody({ report }: { report: Report }) {
  switch (report.reportType) {
    case 'SALES_SUMMARY':
      return <SalesSummary report={report} />;
    case 'DAILY_SALES':
      return <DailySales report={report} />;
    case 'ITEM_SALES':
      return <ItemSales report={report} />;
    case 'SHIP_TO_SCHOOL':
      return <ShipToSchool report={report} />;
    case 'LAST_COPY':
      return <LastCopy report={report} />;
    case 'SALES_ORDER_PER_ITEM':
      return <SalesOrders report={report} />;
    case 'FAIR_RETURN_REPORT':
      return <FairReturn report={report} />;
  }
}
