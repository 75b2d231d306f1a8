import { Fragment } from 'react';
import { nameStep, ticksUpTo } from '#web/lib/chart-scale.ts';
import * as styles from './bar-chart.module.css';
import { ChartFrame, ChartTable } from './chart-frame.tsx';
import { useIsPhone } from './use-is-phone.ts';
import { usePoints } from './use-points.ts';

/**
 * One bar. `value` is missing for days still to come; `running` marks the current day or hour ("so
 * far").
 */
export type Bar = {
  label: string;
  detail?: string;
  /**
   * Full name, used in the table, by screen readers and where there is room; defaults to the label.
   */
  spoken?: string;
  value?: number;
  /** Short text above the bar: `$3,517`. */
  text?: string;
  /** Exact text for the table and screen readers: `$3,517.25, 153 orders`. */
  exact?: string;
  running?: boolean;
};

/** With more bars than this only the highest shows its number; the others show theirs on hover. */
const CROWDED = 9;
/** Number of labels that fit below the bars. */
const NAMES = { wide: 9, phone: 5 };

type BarChartProps = {
  title: string;
  /** Gray text next to the title: "School days, Eastern". */
  note?: string | undefined;
  bars: readonly Bar[];
  /** Short number on the axis: `$4k`. */
  tickText: (value: number) => string;
  /** For use inside a card: renders no card of its own. */
  bare?: boolean;
};

/**
 * Vertical bars from zero, each with its number, and the same numbers as a table. One Tab stop:
 * arrow keys move between bars.
 */
export function BarChart({ title, note, bars, tickText, bare = false }: BarChartProps) {
  const rows = bars.map((bar) => ({
    name: bar.spoken ?? nameOf(bar.label, bar.detail),
    running: bar.running,
    values: [bar.exact ?? bar.text ?? '–'],
  }));
  return (
    <ChartFrame
      title={title}
      note={note}
      bare={bare}
      chart={<Bars title={title} bars={bars} tickText={tickText} />}
      table={<ChartTable title={title} rows={rows} />}
    />
  );
}

function Bars({ title, bars, tickText }: Pick<BarChartProps, 'title' | 'bars' | 'tickText'>) {
  const step = nameStep(
    bars.length,
    useIsPhone() && bars.length > NAMES.wide ? NAMES.phone : NAMES.wide,
  );
  const point = usePoints(bars.length);
  const highest = Math.max(0, ...bars.map(({ value }) => value ?? 0));
  const ticks = ticksUpTo(highest);
  const top = ticks.at(-1) ?? 1;
  // A bar of another height is remounted, so that it does not count as a layout shift.
  const drawn = (value: number | undefined): string => `${value} of ${top}`;
  const percent = (value: number): string => `${(Math.max(0, value) / top) * 100}%`;
  return (
    <div
      className={bars.length > CROWDED ? `${styles.bars} ${styles.crowded}` : styles.bars}
      role="group"
      aria-label={title}
    >
      <div className={styles.ticks}>
        <i>{tickText(top)}</i>
        {ticks.map((tick) => (
          <span key={drawn(tick)} style={{ bottom: percent(tick) }}>
            {tickText(tick)}
          </span>
        ))}
      </div>
      <div className={styles.plot}>
        {ticks.slice(1).map((tick) => (
          <hr key={drawn(tick)} style={{ bottom: percent(tick) }} />
        ))}
        {bars.map((bar, index) => (
          <span
            key={`${bar.label} ${bar.detail}`}
            {...point(index)}
            className={
              bar.value === highest && highest > 0 ? `${styles.slot} ${styles.peak}` : styles.slot
            }
            role="img"
            aria-label={inWords(bar)}
            title={inWords(bar)}
          >
            <Fragment key={drawn(bar.value)}>
              {bar.value !== undefined && (
                <span
                  className={bar.running ? `${styles.bar} ${styles.running}` : styles.bar}
                  style={{ height: percent(bar.value) }}
                />
              )}
              <b style={{ bottom: percent(bar.value ?? 0) }}>{bar.text ?? '–'}</b>
            </Fragment>
          </span>
        ))}
      </div>
      <div className={styles.names}>
        {bars.map(({ label, detail, running }, index) => (
          <span
            key={`${label} ${detail}`}
            className={
              [running && styles.running, index % step > 0 && styles.unnamed]
                .filter(Boolean)
                .join(' ') || undefined
            }
          >
            {label}
            {detail && <span>{detail}</span>}
          </span>
        ))}
      </div>
    </div>
  );
}

function inWords({ label, detail, spoken, text, exact = text, running }: Bar): string {
  return `${spoken ?? nameOf(label, detail)}: ${exact ?? 'nothing yet'}${running ? ' so far' : ''}`;
}

function nameOf(label: string, detail: string | undefined): string {
  return detail ? `${label} ${detail}` : label;
}
