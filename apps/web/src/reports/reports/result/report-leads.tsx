import type { ReportResult } from '@pos/contract/reports/reports';
import type { ReportType } from '@pos/contract/reports/list';
import type { ReactNode } from 'react';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { ReportChart } from './report-chart.tsx';

const DailyChart = lazyPart(() => import('./daily-sales/daily-chart.tsx'), 'DailyChart');
const FairReturnLead = lazyPart(
  () => import('./fair-return/fair-return-lead.tsx'),
  'FairReturnLead',
);
const LastCopyLead = lazyPart(() => import('./last-copy/last-copy-lead.tsx'), 'LastCopyLead');
const SalesSummary = lazyPart(() => import('./sales-summary/sales-summary.tsx'), 'SalesSummary');
const ShipToSchoolLead = lazyPart(
  () => import('./ship-to-school/ship-to-school-lead.tsx'),
  'ShipToSchoolLead',
);

/** Parts above the tables, for reports that have one: a chart, key figures, a statement. */
export const REPORT_LEADS: {
  [Type in ReportType]?: (report: ReportResult<Type>) => ReactNode;
} = {
  SALES_SUMMARY: (report) => <SalesSummary report={report} />,
  DAILY_SALES: (report) => (
    <ReportChart>
      <DailyChart report={report} />
    </ReportChart>
  ),
  SHIP_TO_SCHOOL: (report) => <ShipToSchoolLead report={report} />,
  LAST_COPY: (report) => <LastCopyLead report={report} />,
  FAIR_RETURN_REPORT: (report) => <FairReturnLead report={report} />,
};
