import type { Fair } from '@pos/contract/fairs/fairs';
import { today } from '@pos/contract/values/clock';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { createContext, use } from 'react';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import type { DayNet } from './sales-trends.ts';
import * as styles from './fairs.module.css';

const Sparkline = asidePart(() => import('#web/ui/chart/sparkline.tsx'), 'Sparkline');

/** Net sales by day of the fairs of a page, by fair ID; empty until they are loaded. */
export const SalesTrends = createContext<ReadonlyMap<string, readonly DayNet[]>>(new Map());

/** Line of a fair's net sales by day, in space that is reserved while it loads. */
export function SalesTrend({ fair }: { fair: Fair }) {
  const days = use(SalesTrends).get(fair.id) ?? [];
  // The sales of a day that is not over would look like a fall.
  const isLastOpen = days.at(-1)?.day === today(fair.timeZone);
  const [highest] = days.toSorted((one, other) => other.netCents - one.netCents);
  return (
    <span className={styles.trend}>
      {highest && days.length > 1 && (
        <Sparkline
          values={days.map(({ netCents }) => netCents)}
          isLastOpen={isLastOpen}
          label={[
            `Net sales on ${days.length} days`,
            `at most ${formatCents(highest.netCents)} on ${formatDay(highest.day)}`,
            ...(isLastOpen ? ['today so far'] : []),
          ].join(', ')}
        />
      )}
    </span>
  );
}
