import {
  DASHBOARD_DAYS,
  type DashboardAddress,
  type DashboardRange,
} from '@pos/contract/reports/dashboard';
import { formatDayRange } from '@pos/contract/values/days';
import { IconCalendar } from '@tabler/icons-react';
import { Popover } from '#web/ui/overlays/popover.tsx';
import * as segmentStyles from '#web/ui/buttons/segments.module.css';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import * as styles from './dashboard.module.css';

// Loaded on demand: two date fields for a custom range.
const CustomDays = lazyPart(() => import('./custom-days.tsx'), 'CustomDays');

type RangeControlProps = {
  query: DashboardAddress;
  /** Days currently shown, once known. */
  shown: { from: string; to: string; range: DashboardRange } | undefined;
  change: (
    changes: Pick<DashboardAddress, 'days' | 'from' | 'to'>,
    options: { replace: boolean },
  ) => void;
};

type Preset = DashboardAddress['days'];

/** Number of days of each preset; undefined is the default range. */
const PRESETS: readonly Preset[] = [1, undefined, 7, 30];

/** Date range of the figures: today, the days of the fairs, the last 7 or 30 days, or a custom one. */
export function RangeControl({ query, shown, change }: RangeControlProps) {
  const { days, from, to, fairId } = query;
  const isCustom = from !== undefined && to !== undefined;
  const byDefault =
    shown?.range === 'days' && days === undefined
      ? `${DASHBOARD_DAYS} days`
      : fairId
        ? 'Fair days'
        : 'Live fairs';
  // An older address may ask for 14 days.
  const presets = days === 14 ? [...PRESETS, days] : PRESETS;
  return (
    <span
      className={`${segmentStyles.segments} ${styles.range}`}
      role="group"
      aria-label="Days shown"
    >
      {presets.map((preset) => (
        <button
          key={preset ?? 0}
          type="button"
          aria-pressed={!isCustom && preset === days}
          onClick={() =>
            change({ days: preset, from: undefined, to: undefined }, { replace: true })
          }
        >
          {preset === 1 ? 'Today' : preset === undefined ? byDefault : <Days count={preset} />}
        </button>
      ))}
      <Popover
        label="Choose the days"
        align="end"
        width={300}
        button={(props) => (
          <button type="button" {...props} aria-pressed={isCustom}>
            <IconCalendar size={16} stroke={1.75} aria-hidden />
            {isCustom ? (
              <span className="numeric no-wrap">{formatDayRange(from, to)}</span>
            ) : (
              'Custom'
            )}
          </button>
        )}
      >
        {(close) => (
          <CustomDays
            days={shown}
            onChoose={(chosen) => {
              change({ ...chosen, days: undefined }, { replace: true });
              close();
            }}
          />
        )}
      </Popover>
    </span>
  );
}

function Days({ count }: { count: number }) {
  return (
    <span>
      {count}
      <span className={styles.rangeWord}> days</span>
      <span className={styles.rangeLetter} aria-hidden>
        d
      </span>
    </span>
  );
}
