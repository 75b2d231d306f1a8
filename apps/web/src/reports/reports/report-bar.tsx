import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { ALL_SCHOOLS, asksFor, type ReportQuery } from '@pos/contract/reports/report-query';
import { SHIPPING_STATUS } from '@pos/contract/reports/ship-to-school';
import { seasonName } from '@pos/contract/fairs/seasons';
import { today } from '@pos/contract/values/clock';
import { formatDayRange, parseDay } from '@pos/contract/values/days';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { HERE } from '#web/lib/input/time.ts';
import { RECORDS } from '#web/lib/lists/records.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useLabels } from '#web/ui/values/options.ts';
import { ReportMenu } from './report-menu.tsx';
import { schoolFairsQuery, schoolQuery } from './reports.data.ts';
import * as styles from './report-form.module.css';

type ReportBarProps = { takesFocus: boolean; onChange: () => void; onRun: () => void };

/** One line in place of the form: the report, what it covers, and the way back to the fields. */
export function ReportBar({ takesFocus, onChange, onRun }: ReportBarProps) {
  const { isSubmitting } = useFormState();
  const box = useRef<HTMLDivElement>(null);
  const values = useWatch() as ReportQuery;
  const subject = useSubjectName(values);
  const [adminName] = useLabels(
    values.adminId ? [values.adminId] : [],
    [],
    RECORDS.admins.getLabel,
  );
  useEffect(() => {
    if (takesFocus) box.current?.querySelector<HTMLElement>('[data-change] button')?.focus();
  }, [takesFocus]);
  return (
    <div className={styles.bar} ref={box} data-part="report-bar">
      <ReportMenu small />
      <p>
        <b className="semibold">{subject}</b>
        {toFacts(values, adminName).map((fact) => (
          <span key={fact} className="subdued numeric">
            {' '}
            · <span data-private={fact === adminName || undefined}>{fact}</span>
          </span>
        ))}
      </p>
      <span className="flex gap-8" data-change>
        <Button size="sm" variant="quiet" onClick={onChange}>
          Change
        </Button>
        <Button
          size="sm"
          variant="quiet"
          busy={isSubmitting && 'Running…'}
          onClick={onRun}
          title="Ctrl+Enter"
        >
          <IconRefresh size={16} aria-hidden /> <span className={styles.runAgain}>Run again</span>
        </Button>
      </span>
    </div>
  );
}

/** Name of the fair, or of the school with all its fairs. */
function useSubjectName({ schoolIdentifier, fairIdentifier }: ReportQuery): string {
  const school = useQuery(schoolQuery(schoolIdentifier)).data;
  const fairs = useQuery(schoolFairsQuery(schoolIdentifier)).data;
  if (schoolIdentifier === ALL_SCHOOLS) return 'All schools';
  const fair = fairs?.find(
    ({ identifier }) => identifier.toLowerCase() === fairIdentifier?.toLowerCase(),
  );
  if (fairIdentifier) return fair?.label ?? (fairs ? fairIdentifier : '…');
  return school === undefined ? '…' : `${school?.label ?? schoolIdentifier}, all fairs`;
}

/** Days and limits of a report, such as `10/19–10/23` and `paid by Cash`. */
function toFacts(
  {
    reportType,
    startDate,
    endDate,
    wholeFair,
    method,
    status,
    byDevice,
    region,
    season,
  }: ReportQuery,
  adminName: string | undefined,
) {
  return [
    season && seasonName(season),
    region,
    adminName,
    wholeFair ? 'all of this fair' : shortRange(startDate, endDate),
    method && `paid by ${PAYMENT_METHODS[method]}`,
    asksFor(reportType, 'status') && status && SHIPPING_STATUS[status].label,
    asksFor(reportType, 'byDevice') && byDevice && 'by register',
  ].filter((fact): fact is string => Boolean(fact));
}

/** Range without its year in the current year: `10/19–10/23`. */
function shortRange(start: string, end: string): string {
  const year = today(HERE).slice(0, 4);
  if (!parseDay(start) || !parseDay(end)) return '';
  if (start.slice(0, 4) !== year || end.slice(0, 4) !== year) return formatDayRange(start, end);
  const short = (day: string) => day.slice(5).replace('-', '/');
  return start === end ? short(start) : `${short(start)}–${short(end)}`;
}
