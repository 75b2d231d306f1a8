import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import type { Report } from '@pos/contract/reports/reports';
import type { ReportQuery } from '@pos/contract/reports/report-query';
import { REPORTS } from '@pos/contract/reports/list';
import { formatCents } from '@pos/contract/values/money';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { ReportExport } from './report-export.tsx';
import { ReportNotices } from './report-notices.tsx';
import {
  asOfText,
  fairNames,
  fairsText,
  finalText,
  rangeText,
  subjectText,
} from './report-words.ts';
import * as styles from '../reports.module.css';

/** Parameters of the report, its reliability, and the actions on it. */
export function ReportHeader({ report, query }: { report: Report; query: ReportQuery }) {
  const { fairs, tieOut, outside, state, method } = report;
  return (
    <>
      <div className={styles.head}>
        <div className={styles.main}>
          <div className="row wrapping">
            <h2 id="report-title" className="section-heading">
              {REPORTS[report.reportType].title}
            </h2>
            <StatusPill
              status={
                tieOut.ok
                  ? outside
                    ? { label: 'Part of the fair', meaning: 'waiting' }
                    : { label: 'Ties out to the cent', meaning: 'ok' }
                  : { label: `Differs by ${formatCents(tieOut.differenceCents)}`, meaning: 'bad' }
              }
            />
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
        <ReportExport query={query} timeZone={fairs[0]?.timeZone} />
      </div>
      <ReportNotices report={report} query={query} />
    </>
  );
}
