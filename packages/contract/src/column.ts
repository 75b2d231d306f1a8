/**
 * Columns of the lists. The screen and the exported file take their labels from here, the file also
 * its order. Keys are fields of the row where the value is one.
 */

/** Kind of a list column's values, as the row has them. */
export type ListColumnKind =
  | 'text'
  | 'integer'
  /** Integer cents. */
  | 'money'
  /** Integer parts per million. */
  | 'percent'
  /** `YYYY-MM-DD`. */
  | 'date'
  /** Instant, shown in the time zone of the row. */
  | 'datetime'
  /** Instant of a row without a place: in UTC in the file, which says so. */
  | 'utc'
  | 'isbn'
  /** Boolean: Y or N in the file. */
  | 'yesNo'
  /** Name with underscores, such as `partially_refunded`. */
  | 'words';

export type ListColumn = {
  label: string;
  kind: ListColumnKind;
  /** Width in a workbook, in characters. */
  width?: number;
  /** Left out of the file or of the screen. */
  only?: 'screen' | 'file';
};
export type ListColumns = Readonly<Record<string, ListColumn>>;
