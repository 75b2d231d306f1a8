import { scaleBand, scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';

/** Height of the area of the bars, and the space above it for the number of the highest. */
export const PLOT = { height: 200, top: 22 } as const;
/** Widest bar (px). */
const MAX_BAR = 56;
/** Part of a bar's place that stays empty. */
const PADDING = 0.4;
/** Usual width of a letter on the axes (px). */
const LETTER = 7;
/** Space between the numbers of the axis and the bars (px). */
const AXIS_GAP = 8;
/** Width of a place from which its number fits above the bar (px). */
const ROOM_FOR_NUMBER = 56;

/** Values of one place: its bar, and the value that it is compared with. */
export type Place = { label: string; value?: number; before?: { value: number } };

/** Positions (px) in a chart of bars; `y` grows downward from its top edge. */
export type BarScales = {
  /** Left edge of the bars, behind the numbers of the axis. */
  left: number;
  /** Width of one place, and of the bar in its middle. */
  step: number;
  barWidth: number;
  ticks: { value: number; text: string; y: number }[];
  getMiddle: (index: number) => number;
  getY: (value: number) => number;
  /** Interval at which places get a label, from the last, so that labels do not overlap. */
  labelEvery: number;
  /** True if every bar has room for its number. */
  hasNumbers: boolean;
  /** Path through the values compared with; it has a gap where one is missing. */
  beforeLine: string | null;
};

/**
 * Computes positions for bars from zero. The axis always contains zero, ends at round values, and
 * has room for the highest and the lowest value, of the bars and of those compared with. Without
 * sales it is only zero.
 */
export function barScales(
  places: readonly Place[],
  width: number,
  tickText: (value: number) => string,
): BarScales {
  const y = valueScale(places);
  const isEmpty = places.every(({ value = 0, before }) => value === 0 && !before?.value);
  const ticks = y
    .ticks(4)
    .filter((value) => (isEmpty ? value === 0 : Number.isInteger(value)))
    .map((value) => ({ value, text: tickText(value), y: y(value) }));
  const left = Math.max(...ticks.map(({ text }) => text.length)) * LETTER + AXIS_GAP;
  const x = scaleBand<number>()
    .domain(places.map((_, index) => index))
    .range([left, Math.max(width, left + places.length)])
    .paddingInner(PADDING)
    .paddingOuter(PADDING / 2);
  const getMiddle = (index: number) => (x(index) ?? left) + x.bandwidth() / 2;
  const longest = Math.max(...places.map(({ label }) => label.length));
  const before = line<Place>(
    (_, index) => getMiddle(index),
    (place) => y(place.before?.value ?? 0),
  ).defined((place) => place.before !== undefined);
  return {
    left,
    step: x.step(),
    barWidth: Math.min(MAX_BAR, x.bandwidth()),
    ticks,
    getMiddle,
    getY: y,
    labelEvery: Math.max(1, Math.ceil((longest * LETTER + AXIS_GAP) / x.step())),
    hasNumbers: x.step() >= ROOM_FOR_NUMBER,
    beforeLine: before([...places]),
  };
}

function valueScale(places: readonly Place[]) {
  const values = places.flatMap(({ value = 0, before }) => [value, before?.value ?? 0]);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return scaleLinear()
    .domain(low === high ? [0, 1] : [low, high])
    .nice(4)
    .range([PLOT.top + PLOT.height, PLOT.top]);
}
