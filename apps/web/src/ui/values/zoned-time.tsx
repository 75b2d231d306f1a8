import { formatInstant, zoneName } from '@pos/contract/values/clock';

/** Moment in its place's time zone; `zone` of the list's column names the zone. */
export function ZonedTime({ at, zone }: { at: string; zone: string }) {
  const there = formatInstant(at, zone);
  return (
    <time dateTime={at} title={`${there} ${zoneName(zone)}`}>
      {there}
    </time>
  );
}
