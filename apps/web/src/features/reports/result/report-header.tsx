import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import { type Report, reportsApi } from '@pos/contract/reports';
import type { ReportQuery } from '@pos/contract/report-query';
import { REPORTS } from '@pos/contract/reports/list';
import { formatCents } from '@pos/contract/values/money';
import {
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconLink,
  IconPrinter,
} from '@tabler/icons-react';
import { useState } from 'react';
import { openFile, saveFile } from '#web/lib/api.ts';
import { failureText } from '#web/lib/failure.ts';
import { Button } from '#web/ui/button.tsx';
import { useIsPhone } from '#web/ui/use-is-phone.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { toast } from '#web/ui/toast.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ReportNotices } from './report-notices.tsx';
import { asOfText, fairsText, finalText, rangeText } from './report-words.ts';
import * as styles from '../reports.module.css';

type FileFormat = 'pdf' | 'xlsx' | 'csv';

/** Parameters of the report, its reliability, and the actions on it. */
export function ReportHeader({ report, query }: { report: Report; query: ReportQuery }) {
  const { school, fairs, tieOut, state, method } = report;
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
                  ? { label: 'Ties out to the cent', meaning: 'ok' }
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
          <p className={`subdued ${styles.sub}`}>
            {school.name}{' '}
            <span
              className="monospace"
              title={fairs
                .slice(0, 20)
                .map(({ name }) => name)
                .join(', ')}
            >
              {fairsText(fairs)}
            </span>
            {[
              rangeText(report),
              method !== null && `orders paid by ${PAYMENT_METHODS[method]}`,
              asOfText(report),
            ]
              .filter(Boolean)
              .map((text) => ` · ${text}`)}
          </p>
        </div>
        <ReportActions query={query} />
      </div>
      <ReportNotices report={report} />
    </>
  );
}

function ReportActions({ query }: { query: ReportQuery }) {
  const [busy, setBusy] = useState<FileFormat>();
  const [failure, setFailure] = useState<string>();
  const isPhone = useIsPhone();
  const download = async (format: FileFormat): Promise<void> => {
    setBusy(format);
    setFailure(undefined);
    try {
      await (isPhone && format === 'pdf' ? openFile : saveFile)(reportsApi.run, {
        query: { ...query, format },
      });
    } catch (error) {
      const { message } = failureText(error);
      setFailure(message);
      toast.bad({ title: 'The file could not be created', detail: message });
    }
    setBusy(undefined);
  };
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.href);
    toast.ok('Link to this report copied');
  };
  return (
    <div className={styles.actions}>
      {!isPhone && (
        <Button size="sm" onClick={() => window.print()}>
          <IconPrinter size={16} aria-hidden /> Print
        </Button>
      )}
      <Button size="sm" busy={busy === 'pdf' && 'Preparing…'} onClick={() => void download('pdf')}>
        <IconFileTypePdf size={16} aria-hidden /> {isPhone ? 'Open PDF' : 'PDF'}
      </Button>
      <Button
        size="sm"
        busy={busy === 'xlsx' && 'Preparing…'}
        onClick={() => void download('xlsx')}
      >
        <IconFileSpreadsheet size={16} aria-hidden /> XLSX
      </Button>
      <Button size="sm" busy={busy === 'csv' && 'Preparing…'} onClick={() => void download('csv')}>
        <IconFileTypeCsv size={16} aria-hidden /> CSV
      </Button>
      <Button size="sm" onClick={() => void copy()}>
        <IconLink size={16} aria-hidden /> Copy link
      </Button>
      {failure && <Notice kind="bad">{failure}</Notice>}
    </div>
  );
}
