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
  /** Value to compare with, drawn as a point of a dashed line. */
  before?: { value: number; exact: string };
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
  /** Names of the bars and of the line that they are compared with. */
  names?: readonly [bars: string, before: string];
  /** For use inside a card: renders no card of its own. */
  bare?: boolean;
};

/**
 * Vertical bars from zero, each with its number, beside a line of values to compare with, and the
 * same numbers as a table. One Tab stop: arrow keys move between bars.
 */
export function BarChart({ title, note, bars, tickText, names, bare = false }: BarChartProps) {
  const isCompared = bars.some(({ before }) => before !== undefined);
  const rows = bars.map((bar) => ({
    name: bar.spoken ?? nameOf(bar.label, bar.detail),
    running: bar.running,
    values: [
      ...cellsOf(bar.exact ?? bar.text),
      ...(isCompared ? cellsOf(bar.before?.exact).slice(0, 1) : []),
    ],
  }));
  const shown = { title, bars, tickText, ...(isCompared && names && { names }) };
  return (
    <ChartFrame
      title={title}
      note={note}
      bare={bare}
      chart={<Bars {...shown} />}
      table={
        <ChartTable
          title={title}
          rows={rows}
          {...(isCompared && names && { heads: ['', names[0], 'Orders', names[1]] })}
        />
      }
    />
  );
}

/** Cells of a table: `$3,517.25, 153 orders` is an amount and a count. */
function cellsOf(exact: string | undefined): string[] {
  if (exact === undefined) return ['–', ''];
  const at = exact.lastIndexOf(', ');
  return at === -1 ? [exact] : [exact.slice(0, at), exact.slice(at + 2)];
}

type BarsProps = Pick<BarChartProps, 'title' | 'bars' | 'tickText' | 'names'>;

function Bars({ title, bars, tickText, names }: BarsProps) {
  const step = nameStep(
    bars.length,
    useIsPhone() && bars.length > NAMES.wide ? NAMES.phone : NAMES.wide,
  );
  const point = usePoints(bars.length);
  const highest = Math.max(0, ...bars.map(({ value }) => value ?? 0));
  const ticks = ticksUpTo(Math.max(highest, ...bars.map(({ before }) => before?.value ?? 0)));
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
      {names && <Legend names={names} />}
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
              (bar.value === highest && highest > 0) || bar.running
                ? `${styles.slot} ${styles.peak}`
                : styles.slot
            }
            role="img"
            aria-label={inWords(bar, names)}
          >
            <Fragment key={drawn(bar.value)}>
              {bar.value !== undefined && (
                <span
                  className={bar.running ? `${styles.bar} ${styles.running}` : styles.bar}
                  style={{ height: percent(bar.value) }}
                />
              )}
              <b style={{ bottom: percent(bar.value ?? 0) }}>
                {bar.text ?? '–'} {bar.running && <small>so far</small>}
              </b>
              <Tip bar={bar} names={names} isEarly={index < bars.length / 2} />
            </Fragment>
          </span>
        ))}
        {names && <BeforeLine bars={bars} top={top} />}
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

function Legend({ names: [shown, before] }: { names: readonly [string, string] }) {
  return (
    <p className={styles.legend} aria-hidden>
      <span>
        <i data-line="bar" /> {shown}
      </span>
      <span>
        <i data-line="before" /> {before}
      </span>
    </p>
  );
}

/** Dashed line through the middles of the bars' places. */
function BeforeLine({ bars, top }: { bars: readonly Bar[]; top: number }) {
  const points = bars.map(({ before }, index) => {
    const x = ((index + 0.5) / bars.length) * 100;
    return `${x},${100 - (Math.max(0, before?.value ?? 0) / top) * 100}`;
  });
  return (
    <svg className={styles.before} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** Exact numbers of a bar, shown while it is hovered or focused. */
function Tip({ bar, names, isEarly }: { bar: Bar; names: BarsProps['names']; isEarly: boolean }) {
  return (
    <span className={styles.tip} data-side={isEarly ? 'right' : 'left'} aria-hidden>
      <strong>
        {bar.spoken ?? nameOf(bar.label, bar.detail)} {bar.running && 'so far'}
      </strong>
      <span>{bar.exact ?? bar.text ?? 'nothing yet'}</span>
      {names && <span>Last time: {bar.before?.exact ?? '–'}</span>}
    </span>
  );
}

function inWords(
  { label, detail, spoken, text, exact = text, running, before }: Bar,
  names: BarsProps['names'],
): string {
  const compared = names && before ? `; last time ${before.exact}` : '';
  return `${spoken ?? nameOf(label, detail)}: ${exact ?? 'nothing yet'}${running ? ' so far' : ''}${compared}`;
}

function nameOf(label: string, detail: string | undefined): string {
  return detail ? `${label} ${detail}` : label;
}
