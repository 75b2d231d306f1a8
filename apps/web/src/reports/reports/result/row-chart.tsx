import { ChartFrame, ChartTable } from '#web/ui/chart/chart-frame.tsx';
import { RowBars, type RowBar } from '#web/ui/chart/row-bars.tsx';

/** Bars by name with their figures as a table; nothing for a single bar. */
export function RowChart({
  title,
  valueName,
  bars,
  long = false,
}: {
  title: string;
  valueName: string;
  bars: readonly RowBar[];
  long?: boolean;
}) {
  if (bars.length < 2) return null;
  return (
    <ChartFrame
      bare
      title={title}
      note={valueName}
      chart={<RowBars title={title} bars={bars} long={long} />}
      table={
        <ChartTable
          title={title}
          rows={bars.map(({ name, text, detail }) => ({ name, values: [text, detail] }))}
        />
      }
    />
  );
}
