import { dayIn, formatInstant, formatTime } from '@pos/contract/values/clock';

/** Time zone of this browser, for data without a place. */
export const HERE: string = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Time at which a draft was saved: `2:14 PM` today, `10/12/2026 02:14 PM` before. */
export function formatDraftTime(
  instant: string,
  now: number = Date.now(),
  zone: string = HERE,
): string {
  const isToday = dayIn(instant, zone) === dayIn(new Date(now), zone);
  return isToday ? formatTime(instant, zone).replace(/^0/, '') : formatInstant(instant, zone);
}

/** Age under 24 hours: `just now`, `12 min ago`, `3 h ago`; older instants as date and time. */
export function formatAgo(instant: string, now: number = Date.now(), zone: string = HERE): string {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000);
  if (minutes < 0 || minutes >= 24 * 60) return formatInstant(instant, zone);
  if (minutes < 1) return 'just now';
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}
