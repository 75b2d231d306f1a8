import { ApiError } from '@pos/contract/client';
import type { Report } from '@pos/contract/reports/reports';
import type { ReportDescription } from '@pos/contract/reports/description';
import type { ReportQuery } from '@pos/contract/reports/report-query';
import { REPORTS } from '@pos/contract/reports/list';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { AfterDelay, ErrorNotice, Notice, Skeleton } from '#web/ui/messages/notice.tsx';
import { useWaitingPlace } from '#web/ui/layout/use-waiting-place.ts';
import { reportResult } from '../reports.data.ts';
import { hasFigures, NoFigures } from './no-figures.tsx';
import { ReportHeader } from './report-header.tsx';
import { REPORT_LEADS } from './report-leads.tsx';
import { ReportPaper } from './report-paper.tsx';
import { ReportTables } from './report-tables.tsx';
import { excludedText, NO_STUDENTS } from './report-words.ts';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import * as cardStyles from '#web/ui/layout/card.module.css';
import * as reportsStyles from '../reports.module.css';

const LongReport = lazyPart(async () => (await import('./long-report.tsx')).LongReport);

/** Report for the parameters in the address. */
export function ReportResult({ query }: { query: ReportQuery }) {
  const { data: report, error, refetch } = useQuery(reportResult(query));
  if (report) return <ReportSheet report={report} query={query} />;
  return (
    <section className={`${cardStyles.card} ${reportsStyles.start}`} aria-busy={!error}>
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
      <div className={reportsStyles.waiting} role="status" aria-label="Creating the report">
        {waiting && <p className="subdued numeric">{waiting}</p>}
        {['30%', '55%', '80%', '70%', '75%', '60%', '45%'].map((width) => (
          <Skeleton key={width} width={width} height={14} />
        ))}
      </div>
    </AfterDelay>
  );
}

function ReportSheet({ report, query }: { report: Report; query: ReportQuery }) {
  const { hasBlocks }: ReportDescription = REPORTS[report.reportType];
  return (
    <section
      className={`${cardStyles.card} ${reportsStyles.report}`}
      data-part="report"
      data-wide={!hasBlocks || undefined}
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
  const { isOfStock, hasBlocks }: ReportDescription = REPORTS[report.reportType];
  const lead = REPORT_LEADS[report.reportType] as ((one: Report) => ReactNode) | undefined;
  return (
    <>
      {lead?.(report)}
      {'showsStudents' in report && !report.showsStudents && (
        <div className={reportsStyles.notices}>
          <Notice kind="info">{NO_STUDENTS}</Notice>
        </div>
      )}
      <ReportTables report={report} />
      {!isOfStock && !hasBlocks && (
        <p className={`caption ${reportsStyles.note}`}>{excludedText(report)}</p>
      )}
    </>
  );
}
