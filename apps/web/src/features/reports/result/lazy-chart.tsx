import { lazy, Suspense, type ComponentProps } from 'react';

// Loaded after the figures.
const ReportChart = lazy(() =>
  import('./report-chart.tsx').then((module) => ({ default: module.ReportChart })),
);

/** Chart of a report with reserved space; not printed. */
export function LazyChart(props: ComponentProps<typeof ReportChart>) {
  return (
    <div className="report-chart">
      <Suspense>
        <ReportChart {...props} />
      </Suspense>
    </div>
  );
}
