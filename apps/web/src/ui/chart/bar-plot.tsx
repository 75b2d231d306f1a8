import { useState, useLayoutEffect } from 'react';
import { barScales, PLOT, type BarScales } from './bar-scales.ts';
import { barName, type Bar } from './bar.ts';
import * as styles from './chart.module.css';
import { usePoints } from './use-points.ts';

/** Height of one line of labels below the bars, and the space above the first (px). */
const LABEL_LINE = 16;
const LABEL_GAP = 8;
/** Width that a tooltip needs beside its bar (px). */
const TIP_ROOM = 210;

type Names = readonly [bars: string, before: string] | undefined;
type BarPlotProps = {
  title: string;
  bars: readonly Bar[];
  tickText: (value: number) => string;
  names: Names;
};

/**
 * Bars with axes. One Tab stop: arrow keys move between bars, and a bar that is focused or hovered
 * shows its exact figures.
 */
export function BarPlot({ title, bars, tickText, names }: BarPlotProps) {
  const [width, setBox] = useWidth();
  const [active, setActive] = useState<number>();
  const lines = bars.some(({ detail }) => detail) ? 2 : 1;
  const height = PLOT.top + PLOT.height + LABEL_GAP + lines * LABEL_LINE;
  const scales = width ? barScales(bars, width, tickText) : undefined;
  const shown = active === undefined ? undefined : bars[active];
  return (
    <div role="group" aria-label={title}>
      {names && <Legend names={names} />}
      <div className={styles.plot} ref={setBox} onPointerLeave={() => setActive(undefined)}>
        <svg className={styles.drawing} width={width} height={height} role="presentation">
          {scales && (
            <>
              <Axes scales={scales} width={width ?? 0} bars={bars} />
              <Slots
                bars={bars}
                scales={scales}
                names={names}
                active={active}
                onActive={setActive}
              />
              <Numbers bars={bars} scales={scales} />
              {names && <BeforeLine scales={scales} index={active} before={shown?.before} />}
            </>
          )}
        </svg>
        {scales && shown && active !== undefined && (
          <Tip bar={shown} names={names} middle={scales.getMiddle(active)} width={width ?? 0} />
        )}
      </div>
    </div>
  );
}

type SlotsProps = {
  bars: readonly Bar[];
  scales: BarScales;
  names: Names;
  active: number | undefined;
  onActive: (index: number | undefined) => void;
};

/** Places of the bars, as high as the axis, which take the pointer and the focus. */
function Slots({ bars, scales, names, active, onActive }: SlotsProps) {
  const point = usePoints(bars.length);
  return (
    <g>
      {bars.map((bar, index) => (
        <g
          key={`${bar.label} ${bar.detail}`}
          {...point(index)}
          className={styles.slot}
          role="img"
          aria-label={inWords(bar, names)}
          data-active={index === active || undefined}
          onPointerEnter={() => onActive(index)}
          onFocusCapture={() => onActive(index)}
          onBlur={() => onActive(undefined)}
        >
          <rect
            className={styles.place}
            x={scales.getMiddle(index) - scales.step / 2}
            y={PLOT.top}
            width={scales.step}
            height={PLOT.height}
          />
          <BarColumn bar={bar} scales={scales} middle={scales.getMiddle(index)} />
        </g>
      ))}
    </g>
  );
}

type BeforeLineProps = {
  scales: BarScales;
  /** The bar that is hovered or focused, whose point of the line is marked. */
  index: number | undefined;
  before: Bar['before'] | undefined;
};

function BeforeLine({ scales, index, before }: BeforeLineProps) {
  return (
    <>
      {scales.beforeLine && <path className={styles.before} d={scales.beforeLine} />}
      {before && index !== undefined && (
        <circle
          className={styles.dot}
          cx={scales.getMiddle(index)}
          cy={scales.getY(before.value)}
          r={4}
        />
      )}
    </>
  );
}

type AxesProps = { scales: BarScales; bars: readonly Bar[]; width: number };

/** Lines and amounts of the axis, and the labels below the bars. */
function Axes({ scales: { left, ticks, getMiddle, labelEvery }, bars, width }: AxesProps) {
  const top = PLOT.top + PLOT.height + LABEL_GAP;
  return (
    <g aria-hidden className={styles.axes}>
      {ticks.map(({ value, text, y }) => (
        <g key={value}>
          <line x1={left} x2={width} y1={y} y2={y} data-zero={value === 0 || undefined} />
          <text x={left - 8} y={y + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {bars.map(
        ({ label, detail, running }, index) =>
          (bars.length - 1 - index) % labelEvery === 0 && (
            <text
              key={`${label} ${detail}`}
              y={top + 12}
              textAnchor="middle"
              data-running={running || undefined}
            >
              <tspan x={getMiddle(index)}>{label}</tspan>
              {detail && (
                <tspan x={getMiddle(index)} dy={LABEL_LINE}>
                  {detail}
                </tspan>
              )}
            </text>
          ),
      )}
    </g>
  );
}

type BarColumnProps = { bar: Bar; scales: BarScales; middle: number };

function BarColumn({ bar: { value, running }, scales, middle }: BarColumnProps) {
  if (value === undefined) return null;
  const [zero, end] = [scales.getY(0), scales.getY(value)];
  return (
    <rect
      className={styles.bar}
      data-running={running || undefined}
      x={middle - scales.barWidth / 2}
      y={Math.min(zero, end)}
      width={scales.barWidth}
      height={Math.abs(end - zero)}
      rx={2}
    />
  );
}

/** Numbers above the bars: of all where there is room, else of the highest. */
function Numbers({ bars, scales }: { bars: readonly Bar[]; scales: BarScales }) {
  const highest = Math.max(...bars.map(({ value = 0 }) => value));
  return (
    <g aria-hidden className={styles.numbers}>
      {bars.map(
        (bar, index) =>
          bar.value !== undefined &&
          (scales.hasNumbers || (bar.value === highest && highest > 0)) && (
            <text
              key={`${bar.label} ${bar.detail}`}
              x={scales.getMiddle(index)}
              y={scales.getY(Math.max(0, bar.value)) - 6}
              textAnchor="middle"
            >
              {bar.text}
              {bar.running && <tspan data-part="so-far"> so far</tspan>}
            </text>
          ),
      )}
    </g>
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

type TipProps = { bar: Bar; names: Names; middle: number; width: number };

/** Exact figures of a bar: beside it where there is room, so that it covers neither bar nor number. */
function Tip({ bar, names, middle, width }: TipProps) {
  const beside = 32;
  const place =
    width - middle - beside > TIP_ROOM
      ? { left: middle + beside }
      : middle - beside > TIP_ROOM
        ? { right: width - middle + beside }
        : { left: middle, transform: `translateX(-${Math.round((100 * middle) / width)}%)` };
  return (
    <div className={styles.tip} style={place} aria-hidden>
      <strong>
        {barName(bar)} {bar.running && 'so far'}
      </strong>
      <span>
        {names && <i data-line="bar" />}
        {bar.exact?.join(', ') ?? bar.text ?? 'nothing yet'}
      </span>
      {names && (
        <span>
          <i data-line="before" />
          Last time {bar.before?.exact.join(', ') ?? '–'}
        </span>
      )}
    </div>
  );
}

function inWords(bar: Bar, names: Names): string {
  const exact = bar.exact?.join(', ') ?? bar.text ?? 'nothing yet';
  const compared = names && bar.before ? `; last time ${bar.before.exact.join(', ')}` : '';
  return `${barName(bar)}: ${exact}${bar.running ? ' so far' : ''}${compared}`;
}

/** Width of an element (px), and the ref that it takes; undefined before it is laid out. */
function useWidth(): [number | undefined, (element: Element | null) => void] {
  const [element, setElement] = useState<Element | null>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    if (!element) return undefined;
    const read = (): void => setWidth(Math.round(element.getBoundingClientRect().width));
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [width, setElement];
}
