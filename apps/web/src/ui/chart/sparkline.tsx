import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import * as styles from './sparkline.module.css';

/** Size of the drawing (px), and the space around the line for its last point. */
const SIZE = { width: 72, height: 22, edge: 3 };

type SparklineProps = { values: readonly number[]; label: string; isLastOpen?: boolean };

/**
 * Small line of values in their order, from zero, without axes; nothing for a single value. `label`
 * says in words what it shows. With `isLastOpen` the last value may still grow: its part is dashed.
 */
export function Sparkline({ values, label, isLastOpen = false }: SparklineProps) {
  if (values.length < 2) return null;
  const { width, height, edge } = SIZE;
  const x = scaleLinear()
    .domain([0, values.length - 1])
    .range([edge, width - edge]);
  const y = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(1, ...values)])
    .range([height - edge, edge]);
  const points = [...values.entries()];
  const path = line(
    ([index]) => x(index),
    ([, value]) => y(value),
  );
  const below = area(
    ([index]) => x(index),
    y(0),
    ([, value]) => y(value),
  );
  return (
    <svg
      className={styles.sparkline}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <path className={styles.area} d={below(points) ?? ''} />
      <path className={styles.line} d={path(isLastOpen ? points.slice(0, -1) : points) ?? ''} />
      {isLastOpen && <path className={styles.open} d={path(points.slice(-2)) ?? ''} />}
      <circle className={styles.last} cx={x(values.length - 1)} cy={y(values.at(-1) ?? 0)} r={2} />
    </svg>
  );
}
