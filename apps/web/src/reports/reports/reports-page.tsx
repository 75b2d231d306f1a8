import { Suspense } from 'react';
import { IconCalendarClock, IconReportAnalytics } from '@tabler/icons-react';
import { pathTo } from '#web/lib/api/paths.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { Empty } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { useReportAddress } from './report-address.ts';
import { ReportForm } from './report-form.tsx';
import * as formStyles from './report-form.module.css';
import * as styles from './reports.module.css';
import './print.css';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import * as cardStyles from '#web/ui/layout/card.module.css';

const ReportResult = lazyPart(() => import('./result/report-result.tsx'), 'ReportResult');

/**
 * Reports page. A report is a link: its parameters are in the address, and opening it runs it
 * again. Without parameters it opens with a sensible report.
 */
export function ReportsPage() {
  const { given, query, isProposing, run } = useReportAddress();
  return (
    <>
      <PageHead
        title="Reports"
        actions={
          <ButtonLink to={`${pathTo('reports')}/schedules`}>
            <IconCalendarClock size={16} stroke={1.75} aria-hidden /> Scheduled reports
          </ButtonLink>
        }
      />
      <div className="stack">
        {isProposing ? (
          <section className={`${cardStyles.card} ${formStyles.toCome}`} aria-busy />
        ) : (
          <ReportForm given={given} query={query} run={run} />
        )}
        <ReportPlace query={query} isProposing={isProposing} />
      </div>
    </>
  );
}

function ReportPlace({
  query,
  isProposing,
}: Pick<ReturnType<typeof useReportAddress>, 'query' | 'isProposing'>) {
  const start = `${cardStyles.card} ${styles.start}`;
  if (!query && !isProposing)
    return (
      <section className={start}>
        <Empty
          title="No reports yet"
          text="Choose a fair or a school, and dates."
          icon={IconReportAnalytics}
        />
      </section>
    );
  return (
    <Suspense fallback={<section className={start} aria-busy />}>
      {query ? <ReportResult query={query} /> : <section className={start} aria-busy />}
    </Suspense>
  );
}
