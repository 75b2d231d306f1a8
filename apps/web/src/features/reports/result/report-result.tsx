import { ApiError } from '@pos/contract/client';
import type { Report } from '@pos/contract/reports';
import { type ReportQuery, REPORTS } from '@pos/contract/report-query';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { AfterDelay, ErrorNotice, Skeleton } from '#web/ui/notice.tsx';
import { useWaitingPlace } from '#web/ui/use-waiting-place.ts';
import { reportResult } from '../reports.data.ts';
import { hasFigures, NoFigures } from './no-figures.tsx';
import { ReportHeader } from './report-header.tsx';
import { ReportPaper } from './report-paper.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// Only the requested report is loaded.
const DailySales = lazyPart(async () => (await import('./daily-sales.tsx')).DailySales);
const FairReturn = lazyPart(async () => (await import('./fair-return.tsx')).FairReturn);
const ItemSales = lazyPart(async () => (await import('./item-sales.tsx')).ItemSales);
const LastCopy = lazyPart(async () => (await import('./last-copy.tsx')).LastCopy);
const LongReport = lazyPart(async () => (await import('./long-report.tsx')).LongReport);
const SalesOrders = lazyPart(async () => (await import('./sales-orders.tsx')).SalesOrders);
const SalesSummary = lazyPart(async () => (await import('./sales-summary.tsx')).SalesSummary);
const ShipToSchool = lazyPart(async () => (await import('./ship-to-school.tsx')).ShipToSchool);

/** Report for the parameters in the address. */
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
        <ErrorNotice
          what={`The report "${REPORTS[query.reportType].title}"`}
          error={error}
          retry={() => void refetch()}
        />
      ) : (
        <Waiting isAsked />
      )}
    </section>
  );
}

function Waiting({ isAsked = false }: { isAsked?: boolean }) {
  const waiting = useWaitingPlace('report', isAsked);
  return (
    <AfterDelay>
      <div className="report-waiting" role="status" aria-label="Creating the report">
        {waiting && <p className="t2 num">{waiting}</p>}
        {['30%', '55%', '80%', '70%', '75%', '60%', '45%'].map((width) => (
          <Skeleton key={width} width={width} height={14} />
        ))}
      </div>
    </AfterDelay>
  );
}

function ReportSheet({ report, query }: { report: Report; query: ReportQuery }) {
  return (
    <section
      className={report.reportType === 'SALES_SUMMARY' ? 'card report' : 'card report wide'}
      aria-labelledby="report-title"
    >
      <ReportPaper report={report} />
      <ReportHeader report={report} query={query} />
      <Suspense fallback={<Waiting />}>
        {hasFigures(report) ? <ReportBody report={report} /> : <NoFigures report={report} />}
      </Suspense>
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
