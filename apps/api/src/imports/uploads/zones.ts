import { canonicalZone, isTimeZone } from '@pos/contract/values/clock';
import { invalid, type Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { parseText } from '#api/spreadsheets/cells/text.ts';
import type { Cell } from '#api/spreadsheets/sheet.ts';

/** Usual US names of time zones. */
const ZONES: Readonly<Record<string, string>> = {
  est: 'America/New_York',
  edt: 'America/New_York',
  et: 'America/New_York',
  eastern: 'America/New_York',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  ct: 'America/Chicago',
  central: 'America/Chicago',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  mt: 'America/Denver',
  mountain: 'America/Denver',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  pt: 'America/Los_Angeles',
  pacific: 'America/Los_Angeles',
  akst: 'America/Anchorage',
  akdt: 'America/Anchorage',
  alaska: 'America/Anchorage',
  hst: 'Pacific/Honolulu',
  hawaii: 'Pacific/Honolulu',
};

/** Parses an IANA time zone, or the usual US name of one: "EST", "Central Time". */
export function parseZone(cell: Cell, label: string): Parsed<string> {
  const text = parseText(cell, label, { max: 60 });
  if ('error' in text) return text;
  const known = ZONES[text.value.toLowerCase().replace(/ time$/, '')];
  if (known) return { value: known };
  return text.value.includes('/') && isTimeZone(text.value)
    ? { value: canonicalZone(text.value) }
    : invalid('UNKNOWN_TIME_ZONE', 'Unknown time zone.');
}
