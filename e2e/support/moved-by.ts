import type { Page } from '@playwright/test';

/** Cumulative layout shift of the page since it was opened. */
export function movedBy(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
            sum += value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 200);
      }),
  );
}
