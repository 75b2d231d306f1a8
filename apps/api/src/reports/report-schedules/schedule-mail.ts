import { pageAddress } from '@pos/contract/addresses';
import type { ReportQuery } from '@pos/contract/reports/report-query';
import { REPORTS } from '@pos/contract/reports/list';
import { formatInstant, fullZoneName } from '@pos/contract/values/clock';
import { formatDay } from '@pos/contract/values/days';
import type { MailContext } from '#api/staff/sign-in/mail.service.ts';
import type { Message } from '#api/mail/mailer.ts';
import type { ScheduleRow } from './report-schedules.queries.ts';
import type { TakenSend } from './report-sends.queries.ts';
import { subjectText, timesText } from './schedule-texts.rules.ts';
import { unsubscribeAddress } from './unsubscribe-links.ts';

/** Facts of one email. `file` is undefined if it is too large to attach. */
export type ScheduledMail = {
  schedule: ScheduleRow;
  /** The report as it was made, with its days. */
  query: ReportQuery;
  send: TakenSend;
  addressee: { name: string; email: string; isOutside: boolean };
  isLate: boolean;
  file: { name: string; content: Buffer; type: string } | undefined;
  footer: string;
};

/**
 * Writes the email of a scheduled report: the file or the address of the report, the times of
 * sending, and the link to unsubscribe, which mail programs find in the headers too (RFC 8058).
 */
export function scheduledMail(
  { publicUrl, linkKey }: Pick<MailContext, 'publicUrl' | 'linkKey'>,
  { schedule, query, send, addressee, isLate, file, footer }: ScheduledMail,
): Message {
  const { title } = REPORTS[query.reportType];
  const subject = subjectText(query, schedule);
  const range = rangeText(query);
  const unsubscribe = unsubscribeAddress(publicUrl, linkKey, send.id);
  const { timeZone, savedBy } = schedule;
  return {
    to: addressee.email,
    subject: `${title}: ${subject}, ${range}`,
    text: [
      `Hi ${addressee.name},`,
      file
        ? `The report "${title}" of ${subject} for ${range} is attached: ${file.name}`
        : `The report "${title}" of ${subject} for ${range} is too large for an email. Sign in and make the file here:`,
      ...(file ? [] : [`${publicUrl}${reportPath(query)}`]),
      ...(isLate
        ? [
            `This report was due on ${formatInstant(send.dueAt, timeZone)}, ${fullZoneName(timeZone)}, and is late.`,
          ]
        : []),
      send.isByHand
        ? `It was sent by hand. Its times: ${timesText(schedule)}. Saved by ${savedBy}.`
        : `Times: ${timesText(schedule)}. Saved by ${savedBy}.`,
      'To stop these emails, open this page:',
      unsubscribe,
      footer,
    ].join('\n\n'),
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    ...(file && {
      attachments: [{ filename: file.name, content: file.content, contentType: file.type }],
    }),
  };
}

function rangeText({ startDate, endDate }: ReportQuery): string {
  return startDate === endDate
    ? formatDay(startDate)
    : `${formatDay(startDate)} – ${formatDay(endDate)}`;
}

/** Address of the report on the screen. */
function reportPath({ format: _, ...query }: ReportQuery): string {
  const values = Object.entries(query).filter(([, value]) => value !== undefined);
  return pageAddress('reports', Object.fromEntries(values.map(([k, v]) => [k, String(v)])));
}
