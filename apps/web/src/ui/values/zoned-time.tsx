import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { createContext, useContext } from 'react';

/** Time zone in which a whole column of a list is shown; its header names it. */
export const ColumnZone = createContext<string | undefined>(undefined);

/**
 * Moment in the zone of its column, or else of its place. Its own time and zone show on hover: in a
 * list of several zones, the times of one clock are in order.
 */
export function ZonedTime({ at, zone }: { at: string; zone: string }) {
  const shown = useContext(ColumnZone) ?? zone;
  return (
    <time dateTime={at} title={`${formatInstant(at, zone)} ${zoneName(zone)}`}>
      {formatInstant(at, shown)}
    </time>
  );
}
