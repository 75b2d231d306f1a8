import { REPORTS } from '@pos/contract/reports/list';
import type { ReportType } from '@pos/contract/report-query';
import {
  IconBookOff,
  IconBooks,
  IconCalendarStats,
  IconReceipt2,
  IconReport,
  IconReportMoney,
  IconTruckDelivery,
  IconTruckReturn,
  type Icon,
} from '@tabler/icons-react';
import { useController } from 'react-hook-form';
import * as styles from './reports.module.css';
import * as fieldStyles from '#web/ui/fields/fields.module.css';

/** Icons of the reports; a report without one has that of any report. */
const ICONS: Partial<Record<ReportType, Icon>> = {
  SALES_SUMMARY: IconReportMoney,
  ITEM_SALES: IconBooks,
  DAILY_SALES: IconCalendarStats,
  SHIP_TO_SCHOOL: IconTruckDelivery,
  LAST_COPY: IconBookOff,
  SALES_ORDER_PER_ITEM: IconReceipt2,
  FAIR_RETURN_REPORT: IconTruckReturn,
};

/** Reports to choose from, each with the question it answers. */
export function ReportCards() {
  const { field } = useController({ name: 'reportType' });
  return (
    <fieldset className={styles.cards}>
      <legend className={fieldStyles.label}>Report</legend>
      {(Object.keys(REPORTS) as ReportType[]).map((type) => {
        const { title, question } = REPORTS[type];
        const CardIcon = ICONS[type] ?? IconReport;
        return (
          <label key={type} className={styles.choice}>
            <input
              type="radio"
              name="reportType"
              value={type}
              checked={field.value === type}
              onChange={() => field.onChange(type)}
            />
            <CardIcon size={20} stroke={1.75} aria-hidden />
            <span>
              <b className="semibold">{title}</b>
              <small>{question}</small>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
