import { Suspense, type ComponentProps } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// Loaded after the figures.
const ReportChart = lazyPart(async () => (await import('./report-chart.tsx')).ReportChart);

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
