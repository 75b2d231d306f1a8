import { Suspense, type ReactNode } from 'react';

/** Reserved space of a chart that loads after the figures; not printed. */
export function ReportChart({ children }: { children: ReactNode }) {
  return (
    <div className="report-chart">
      <Suspense>{children}</Suspense>
    </div>
  );
}
