import { scaleLinear } from 'd3-scale';
import * as styles from './row-bars.module.css';
import { usePoints } from './use-points.ts';

/** One bar: name, value, its formatted number and a muted detail. */
export type RowBar = { name: string; value: number; text: string; detail: string };

type RowBarsProps = { title: string; bars: readonly RowBar[] };

/** Horizontal bars from zero, in the order given. One Tab stop: arrow keys move between bars. */
export function RowBars({ title, bars }: RowBarsProps) {
  const point = usePoints(bars.length);
  const values = bars.map(({ value }) => value);
  const toPercent = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(1, ...values)])
    .range([0, 100]);
  const zero = toPercent(0);
  return (
    <div className={styles.rowBars} role="group" aria-label={title}>
      {bars.map(({ name, value, text, detail }, index) => (
        <div
          key={name}
          {...point(index)}
          className={value === 0 ? `${styles.rowBar} ${styles.none}` : styles.rowBar}
          role="img"
          aria-label={`${name}: ${text}, ${detail}`}
        >
          <span>{name}</span>
          <span className={styles.rowTrack}>
            <span
              style={{
                marginLeft: `${Math.min(zero, toPercent(value))}%`,
                width: `${Math.abs(toPercent(value) - zero)}%`,
              }}
            />
          </span>
          <b className="numeric">{text}</b>
          <span className="numeric muted">{detail}</span>
        </div>
      ))}
    </div>
  );
}
