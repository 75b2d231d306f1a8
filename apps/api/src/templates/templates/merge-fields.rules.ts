import {
  type FieldValues,
  MERGE_FIELDS,
  type MergeField,
  type PlacedField,
} from '@pos/contract/templates/template-fields';
import type { Day } from '@pos/contract/values';
import { spellDay } from '@pos/contract/values/days';

/** Values that merge fields are filled from. */
export type MergeSource = {
  schoolName: string;
  fairName: string;
  startDate: Day;
  endDate: Day;
  hours: string;
  address: string;
  coordinatorName: string;
  coordinatorEmail: string;
  message: string;
  supportEmail: string;
  supportPhone: string;
  /** URL of the fair's public page. */
  url: string;
};
export type MergedValues = Record<MergeField, string>;

/** Default text of each merge field if no value is entered. */
export function getMergeDefaults(source: MergeSource): MergedValues {
  return {
    school_name: source.schoolName,
    fair_name: source.fairName,
    start_date: longDay(source.startDate),
    end_date: longDay(source.endDate),
    dates: datesPhrase(source.startDate, source.endDate),
    hours: source.hours,
    address: source.address,
    coordinator_name: source.coordinatorName,
    coordinator_email: source.coordinatorEmail,
    fair_url: source.url,
    custom_message: source.message,
    support_email: source.supportEmail,
    support_phone: source.supportPhone,
  };
}

/** Returns the text of a field. A QR code always contains the page's own URL. */
export function mergeText(field: PlacedField, merged: MergedValues, url: string): string {
  if (field.kind === 'qr') return url;
  return field.source.from === 'fixed' ? field.source.text : merged[field.source.field];
}

/** Merges entered values over the fair's own. A value entered as blank prints nothing. */
export function mergedWith(defaults: MergedValues, values: FieldValues): MergedValues {
  return { ...defaults, ...values };
}

/** Returns the merge fields used by fields, each once, in the order of the contract. */
export function getMergeFields(fields: readonly PlacedField[]): MergeField[] {
  const used = new Set(
    fields.flatMap((field) =>
      field.kind === 'text' && field.source.from === 'merge' ? [field.source.field] : [],
    ),
  );
  return (Object.keys(MERGE_FIELDS) as MergeField[]).filter((field) => used.has(field));
}

const toParts = (day: Day) => ({
  year: day.slice(0, 4),
  month: spellDay(day, { month: 'long' }),
  date: Number(day.slice(8)),
});

/** Formats `Monday, October 12, 2026`. */
function longDay(day: Day): string {
  return spellDay(day, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
}

/**
 * Formats a date range: `October 12–16, 2026`, `October 28 – November 1, 2026`, `December 30, 2026
 * – January 3, 2027`, `October 12, 2026`.
 */
export function datesPhrase(start: Day, end: Day): string {
  const [from, to] = [toParts(start), toParts(end)];
  if (start === end) return `${from.month} ${from.date}, ${from.year}`;
  if (from.year !== to.year)
    return `${from.month} ${from.date}, ${from.year} – ${to.month} ${to.date}, ${to.year}`;
  if (from.month !== to.month)
    return `${from.month} ${from.date} – ${to.month} ${to.date}, ${to.year}`;
  return `${from.month} ${from.date}–${to.date}, ${to.year}`;
}
