import type { CustomizedFair } from '@pos/contract/templates/public-pages';
import type { Instant } from '@pos/contract/values';
import { addDays } from '@pos/contract/values/days';

/** Maximum bytes per line (RFC 5545, 3.1). Longer lines continue on the next one, after a space. */
const LINE_BYTES = 75;

/**
 * Renders a fair as a calendar event (RFC 5545): all-day without a time zone, so that it shows the
 * school's days everywhere, and marked as free time. `url` is the page's address, `made` the time
 * of the request.
 */
export function fairCalendar(
  {
    fairName,
    schoolName,
    schoolIdentifier,
    fairIdentifier,
    startDate,
    endDate,
    hours,
    address,
    message,
  }: CustomizedFair,
  url: string,
  made: Instant,
): string {
  const notes = [hours, message, url].filter(Boolean).join('\n');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//POS Admin//Customized Fair//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${schoolIdentifier}.${fairIdentifier}@${new URL(url).hostname}`,
    `DTSTAMP:${made.replace(/\.\d+/, '').replace(/[-:]/g, '')}`,
    `DTSTART;VALUE=DATE:${plain(startDate)}`,
    // The first day after the fair.
    `DTEND;VALUE=DATE:${plain(addDays(endDate, 1))}`,
    `SUMMARY:${text(`${fairName}, ${schoolName}`)}`,
    `LOCATION:${text([schoolName, address].filter(Boolean).join(', '))}`,
    `DESCRIPTION:${text(notes)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const plain = (day: string) => day.replaceAll('-', '');
const text = (value: string) => value.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

function folded(line: string): string {
  const lines: string[] = [];
  let piece = '';
  let bytes = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (bytes + more > LINE_BYTES) {
      lines.push(piece);
      piece = ' ';
      bytes = 1;
    }
    piece += character;
    bytes += more;
  }
  return [...lines, piece].join('\r\n');
}
