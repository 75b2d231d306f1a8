import type { Report } from '@pos/contract/reports/reports';
import { REPORTS } from '@pos/contract/reports/list';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { styleNonce } from '#web/lib/session/trusted-types.ts';
import { rangeText, schoolText, reportTimeZone } from './report-words.ts';

/** Header and footer of printed pages: title, school, days, person, time, page x of y. */
export function ReportPaper({
  report,
  title = REPORTS[report.reportType].title,
}: {
  report: Report;
  title?: string;
}) {
  const { companyName, generatedAt, generatedBy } = report;
  const zone = reportTimeZone(report);
  const rules = [
    `@top-left { content: ${quoted(`${title} · ${schoolText(report)}`)} }`,
    `@top-right { content: ${quoted(rangeText(report))} }`,
    `@bottom-left { content: ${quoted(`${companyName} · ${generatedBy} · ${formatInstant(generatedAt, zone)} ${zoneName(zone)}`)} }`,
    `@bottom-right { content: 'Page ' counter(page) ' of ' counter(pages) }`,
  ];
  return <style nonce={styleNonce()}>{`@page { ${rules.join(' ')} }`}</style>;
}

/** Quotes a text as a CSS string. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replace(/[\n\r\f<]/g, ' ')}"`;
}
