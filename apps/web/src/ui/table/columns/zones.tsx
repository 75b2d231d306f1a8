import { zoneName } from '@pos/contract/values/clock';
import { HERE } from '#web/lib/input/time.ts';
import { zoneCode } from './zone-code.ts';
import type { Column } from '../description.ts';
import * as styles from '../table.module.css';

/**
 * Time zone of each column of times, which its header names: that of all rows, or the reader's if
 * they differ. Times of several clocks would look unsorted.
 */
export function columnZones<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Map<string, string> {
  const found = new Map<string, string>();
  for (const { id, zone } of columns) {
    const zones = new Set(rows.map((row) => zone?.(row)).filter((one) => one !== undefined));
    const [first] = zones;
    if (first !== undefined) found.set(id, zones.size === 1 ? first : HERE);
  }
  return found;
}

/** Short name of a time zone in a header: `ET`. */
export function ZoneCode({ zone }: { zone: string | undefined }) {
  if (zone === undefined) return null;
  return (
    <>
      {' '}
      <span className={styles.zone} title={`${zoneName(zone)} time`}>
        {zoneCode(zone)}
      </span>
    </>
  );
}
