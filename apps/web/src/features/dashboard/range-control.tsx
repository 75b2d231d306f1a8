import { DASHBOARD_DAYS, DASHBOARD_PRESETS, type DashboardAddress } from '@pos/contract/dashboard';
import { formatDayRange } from '@pos/contract/values/days';
import { IconCalendar } from '@tabler/icons-react';
import { Popover } from '#web/ui/popover.tsx';
import * as segmentStyles from '#web/ui/segments.module.css';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import * as styles from './dashboard.module.css';

// Loaded on demand: two date fields for a custom range.
const CustomDays = lazyPart(async () => (await import('./custom-days.tsx')).CustomDays);

type RangeControlProps = {
  query: DashboardAddress;
  /** Days currently shown, once known. */
  shown: { from: string; to: string } | undefined;
  change: (
    changes: Pick<DashboardAddress, 'days' | 'from' | 'to'>,
    options: { replace: boolean },
  ) => void;
};

/** Date range of the figures: today, the last 7, 14 or 30 days, or a custom range. */
export function RangeControl({ query: { days, from, to }, shown, change }: RangeControlProps) {
  const isCustom = from !== undefined && to !== undefined;
  return (
    <span
      className={`${segmentStyles.segments} ${styles.range}`}
      role="group"
      aria-label="Days shown"
    >
      {DASHBOARD_PRESETS.map((preset) => (
        <button
          key={preset}
          type="button"
          aria-pressed={!isCustom && preset === (days ?? DASHBOARD_DAYS)}
          onClick={() =>
            change(
              {
                days: preset === DASHBOARD_DAYS ? undefined : preset,
                from: undefined,
                to: undefined,
              },
              { replace: true },
            )
          }
        >
          {preset === 1 ? (
            'Today'
          ) : (
            <span>
              {preset}
              <span className={styles.rangeWord}> days</span>
            </span>
          )}
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
