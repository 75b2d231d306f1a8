/** Exact figures of a bar for its table: an amount and a count, `$3,517.25` and `153 orders`. */
export type Exact = readonly [amount: string, count: string];

/**
 * One bar. `value` is missing for days still to come; `running` marks the current day or hour ("so
 * far").
 */
export type Bar = {
  label: string;
  detail?: string;
  /**
   * Full name, used in the table, by screen readers and in the tooltip; defaults to the label.
   */
  spoken?: string;
  value?: number;
  /** Short text above the bar: `$3,517`. */
  text?: string;
  exact?: Exact;
  running?: boolean;
  /** Value to compare with, drawn as a point of a dashed line. */
  before?: { value: number; exact: Exact };
};

/** Full name of a bar. */
export function barName({ label, detail, spoken }: Bar): string {
  return spoken ?? (detail ? `${label} ${detail}` : label);
}
