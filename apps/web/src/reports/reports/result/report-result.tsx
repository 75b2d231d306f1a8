import { ApiError } from '@pos/contract/client';
import type { Report } from '@pos/contract/reports/reports';
import type { ReportDescription } from '@pos/contract/reports/description';
import { type ReportQuery, ALL_SCHOOLS } from '@pos/contract/reports/report-query';
import { REPORTS } from '@pos/contract/reports/list';
import { useQuery } from '@tanstack/react-query';
import { type Ref, Suspense, type ReactNode, useState } from 'react';
import { AfterDelay, Empty, Notice, Skeleton, Unloaded } from '#web/ui/messages/notice.tsx';
import { useWaitingPlace } from '#web/ui/layout/use-waiting-place.ts';
import { reportResult } from '../reports.data.ts';
import { REPORT_LEADS } from './report-leads.tsx';
import { ReportPaper } from './report-paper.tsx';
import { ReportTables } from './report-tables.tsx';
import { ToolsPlace } from './figure-table.tsx';
import {
  excludedText,
  NO_STUDENTS,
  reportTimeZone,
  asOfText,
  fairNames,
  fairsText,
  finalText,
  rangeText,
  subjectText,
} from './report-words.ts';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import * as cardStyles from '#web/ui/layout/card.module.css';
import * as reportsStyles from '../reports.module.css';
import { valueAt } from '@pos/contract/reports/tables';
import { formatInstant } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatDayRange } from '@pos/contract/values/days';
import { IconReportOff } from '@tabler/icons-react';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { formatCents } from '@pos/contract/values/money';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { ReportExport } from './report-export.tsx';
import { ReportNotices } from './report-notices.tsx';
import * as styles from '../reports.module.css';

/** False for a report in which nothing happened: sales, refunds or other activity. */
function hasFigures(report: Report): boolean {
  const { activity }: ReportDescription = REPORTS[report.reportType];
  if (!activity) return report.rows.length > 0;
  return [...report.rows, report.totals].some((figures) =>
    activity.some((name) => valueAt(figures, name.split('.'))),
  );
}

/** Maximum number of registers named. */
const NAMED = 8;

function toNames(names: readonly string[]): string {
  return names.length > NAMED
    ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
    : names.join(', ');
}

/** Empty state with its reasons: no fair on these days, unsent orders, held orders. */
function NoFigures({ report }: { report: Report }) {
  const { school, range, fairs, unsentDevices, silentDevices, excluded } = report;
  const { nothing }: ReportDescription = REPORTS[report.reportType];
  const noFair = `${school.identifier === ALL_SCHOOLS ? 'No school has a fair' : 'This school has no fair'} in this date range.`;
  if (nothing)
    return (
      <Empty
        title={`${nothing.title} ${formatDayRange(range.startDate, range.endDate)} at ${school.name}`}
        icon={IconReportOff}
        text={fairs.length === 0 ? noFair : nothing.why}
      />
    );
  const reasons = [
    fairs.length === 0 && noFair,
    unsentDevices.length > 0 &&
      `${pluralize(unsentDevices.length, 'register has', 'registers have')} unsent orders: ${toNames(unsentDevices.map(({ deviceId, unsentOrders }) => `${deviceId} (${unsentOrders})`))}.`,
    silentDevices.length > 0 &&
      `${pluralize(silentDevices.length, 'register has', 'registers have')} made no contact since: ${toNames(silentDevices.map(({ deviceId, lastSyncAt }) => `${deviceId} (${lastSyncAt ? formatInstant(lastSyncAt, reportTimeZone(report)) : 'never'})`))}.`,
    excluded.openOrders + excluded.heldOrders > 0 && excludedText(report),
    fairs.length > 0 &&
      unsentDevices.length + silentDevices.length === 0 &&
      excluded.openOrders + excluded.heldOrders === 0 &&
      'All registers have sent their orders. Nothing was sold or refunded in this date range.',
  ];
  return (
    <Empty
      title={`No sales ${formatDayRange(range.startDate, range.endDate)} at ${school.name}`}
      icon={IconReportOff}
      text={reasons.filter(Boolean).join(' ')}
    />
  );
}

const LongReport = asidePart(() => import('./long-report.tsx'), 'LongReport');

/** Report for the parameters in the address. */
export function ReportResult({ query }: { query: ReportQuery }) {
  const { data: report, error, refetch } = useQuery(reportResult(query));
  if (report) return <ReportSheet report={report} query={query} />;
  return (
    <section className={`${cardStyles.card} ${reportsStyles.start}`} aria-busy={!error}>
      {error instanceof ApiError && error.refusal.code === 'REPORT_TOO_LONG' ? (
        <LongReport query={query} why={error.refusal.message} />
      ) : (
        <Unloaded
          what={`The report "${REPORTS[query.reportType].title}"`}
          error={error}
          retry={refetch}
        >
          <Waiting isAsked />
        </Unloaded>
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
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null);
  return (
    <section
      className={`${cardStyles.card} ${reportsStyles.report}`}
      data-part="report"
      data-wide={!hasBlocks || undefined}
      aria-labelledby="report-title"
    >
      <ReportPaper report={report} />
      <ReportHeader report={report} query={query} toolsRef={setToolsPlace} />
      <ToolsPlace value={toolsPlace}>
        <Suspense fallback={<Waiting />}>
          {hasFigures(report) ? <ReportBody report={report} /> : <NoFigures report={report} />}
        </Suspense>
      </ToolsPlace>
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

type ReportHeaderProps = {
  report: Report;
  query: ReportQuery;
  /** Place for the buttons of the table, beside Export. */
  toolsRef: Ref<HTMLDivElement>;
};

/** Parameters of the report, its reliability, and the actions on it. */
function ReportHeader({ report, query, toolsRef }: ReportHeaderProps) {
  const { fairs, tieOut, outside, state, method } = report;
  const { isOfStock }: ReportDescription = REPORTS[report.reportType];
  return (
    <>
      <div className={styles.head}>
        <div className={styles.main}>
          <div className="row wrapping">
            <h2 id="report-title" className="section-heading">
              {REPORTS[report.reportType].title}
            </h2>
            {(!isOfStock || !tieOut.ok) && (
              <StatusPill
                status={
                  tieOut.ok
                    ? outside
                      ? { label: 'Part of the fair', meaning: 'waiting' }
                      : { label: 'Ties out to the cent', meaning: 'ok' }
                    : { label: `Differs by ${formatCents(tieOut.differenceCents)}`, meaning: 'bad' }
                }
              />
            )}
            {fairs.length > 0 && (
              <StatusPill
                status={
                  state === 'final'
                    ? { label: finalText(fairs), meaning: 'ok' }
                    : { label: 'Provisional, close-out open', meaning: 'waiting' }
                }
              />
            )}
          </div>
          <p className={`subdued ${styles.sub} ${styles.subject}`}>
            {fairNames(fairs) && <b className="medium">{fairNames(fairs)}, </b>}
            {subjectText(report)} <span className="monospace">{fairsText(fairs)}</span>
          </p>
          <p className={`caption ${styles.sub}`}>
            {[
              rangeText(report),
              method !== null && `orders paid by ${PAYMENT_METHODS[method]}`,
              asOfText(report),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div ref={toolsRef} className={styles.actions} />
        <ReportExport query={query} timeZone={fairs[0]?.timeZone} />
      </div>
      <ReportNotices report={report} query={query} />
    </>
  );
}
