import { lazy, Suspense, type ComponentProps } from 'react';

// Figures first; the picture of them follows.
const ReportChart = lazy(() =>
  import('./report-chart.tsx').then((module) => ({ default: module.ReportChart })),
);

/** The chart of a report, in its place; paper goes without. */
export function LazyChart(props: ComponentProps<typeof ReportChart>) {
  return (
    <div className="report-chart">
      <Suspense>
        <ReportChart {...props} />
      </Suspense>
    </div>
  );
}
