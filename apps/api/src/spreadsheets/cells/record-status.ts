import { RecordStatus } from '@pos/contract/values';
import { invalid, type Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { cellText } from '#api/spreadsheets/cells/text.ts';
import type { Cell } from '#api/spreadsheets/sheet.ts';

/** Parses Active or Inactive, in any case. */
export function parseRecordStatus(cell: Cell, label: string): Parsed<RecordStatus> {
  const { data: value } = RecordStatus.safeParse(cellText(cell).toLowerCase());
  return value === undefined
    ? invalid('UNKNOWN_VALUE', `${label} must be active or inactive.`)
    : { value };
}
