import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { HERE } from '#web/lib/time.ts';

/** Moment in its place's time zone; the zone is named below if it is not the viewer's. */
export function ZonedTime({ at, zone }: { at: string; zone: string }) {
  const there = formatInstant(at, zone);
  return (
    <time dateTime={at} className="two-lines" title={`${there} ${zoneName(zone)}`}>
      {there}
      {there !== formatInstant(at, HERE) && <small>{zoneName(zone)}</small>}
    </time>
  );
}
