import { zoneName } from '@pos/contract/values/clock';
import { zoneCode } from './zone-code.ts';
import type { Column } from '../description.ts';
import * as styles from '../table.module.css';

/** Time zones that all rows have in common, by column: the header names them once. */
export function sharedZones<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Map<string, string> {
  const shared = new Map<string, string>();
  for (const { id, zone } of columns) {
    const zones = new Set(rows.map((row) => zone?.(row)).filter((one) => one !== undefined));
    const [first] = zones;
    if (first !== undefined && zones.size === 1) shared.set(id, first);
  }
  return shared;
}

/** Short name of a time zone behind a time: `ET`. */
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
