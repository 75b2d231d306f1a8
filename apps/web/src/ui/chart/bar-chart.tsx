import { barName, type Bar } from './bar.ts';
import { BarPlot } from './bar-plot.tsx';
import { ChartFrame, ChartTable } from './chart-frame.tsx';

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
 * Vertical bars from zero beside a line of values to compare with, and the same numbers as a table.
 */
export function BarChart({ title, note, bars, tickText, names, bare = false }: BarChartProps) {
  const compared = bars.some(({ before }) => before !== undefined) ? names : undefined;
  const rows = bars.map((bar) => ({
    name: barName(bar),
    running: bar.running,
    values: [...(bar.exact ?? ['–', '']), ...(compared ? [bar.before?.exact[0] ?? '–'] : [])],
  }));
  return (
    <ChartFrame
      title={title}
      note={note}
      bare={bare}
      chart={<BarPlot title={title} bars={bars} tickText={tickText} names={compared} />}
      table={
        <ChartTable
          title={title}
          rows={rows}
          {...(compared && { heads: ['', compared[0], 'Orders', compared[1]] })}
        />
      }
    />
  );
}
