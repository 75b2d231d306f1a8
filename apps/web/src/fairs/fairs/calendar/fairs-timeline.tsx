import { type CalendarFair, CalendarQuery } from '@pos/contract/fairs/fairs';
import { today } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import {
  daysBetween,
  formatDay,
  shortWeekday,
  spellDay,
  formatDayRange,
} from '@pos/contract/values/days';
import { IconCalendarEvent, IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, Fragment } from 'react';
import { pathTo } from '#web/lib/api/paths.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { HERE } from '#web/lib/input/time.ts';
import { Link } from '#web/ui/buttons/link.tsx';
import { AfterDelay, Empty, ErrorNotice, Skeleton } from '#web/ui/messages/notice.tsx';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { fairsCalendar } from '../fairs.data.ts';
import { AgendaItems } from './agenda.tsx';
import { moveAmongBars } from './move-among-bars.ts';
import { PeriodBar } from './period-bar.tsx';
import { askedMonth, periodBeside, toPeriod, type Period } from './period.ts';
import {
  fairsByWeek,
  shownDays,
  timelineMarks,
  timelineRows,
  type TimelineBy,
  type TimelineRow,
  type TimelineBar,
} from './timeline.ts';
import * as cardStyles from '#web/ui/layout/card.module.css';
import * as segmentStyles from '#web/ui/buttons/segments.module.css';
import * as calendarStyles from './fairs-calendar.module.css';
import * as styles from './fairs-timeline.module.css';
import { fairState } from '@pos/contract/fairs/fair-state';
import { fairStatus } from '../fair-status.ts';

/** Share of the days shown that has room for a part of a name behind its bar. */
const ROOM_FOR_NAME = 0.075;

/** Bar of a fair in a period of `days`, with its facts beside it while it is hovered or focused. */
function TimelineFair({
  bar: { fair, start, end, lane, room, isConflict },
  days,
}: {
  bar: TimelineBar;
  days: number;
}) {
  const { label } = fairStatus(fair);
  const dates = formatDayRange(fair.startDate, fair.endDate);
  const clashes = fair.clashes.map(({ text }) => text);
  return (
    <div
      className={styles.slot}
      style={{ gridColumn: `${start + 1} / ${end + 2}`, gridRow: lane + 1 }}
    >
      <Link
        to={pathTo('fair-details', { id: fair.id })}
        className={styles.fair}
        data-state={fairState(fair)}
        data-conflict={isConflict || undefined}
        aria-label={[fair.name, label, fair.schoolName, dates, ...clashes].join(', ')}
      >
        {isConflict && (
          <IconAlertTriangle className={styles.conflicts} size={14} stroke={2} aria-hidden />
        )}
        <span className={styles.label}>{fair.name}</span>
      </Link>
      {room >= ROOM_FOR_NAME * days && (
        <span
          className={styles.beside}
          style={{ '--room': room / (end - start + 1) } as CSSProperties}
          aria-hidden
        >
          {fair.name}
        </span>
      )}
      <div className={styles.facts} data-side={start > days / 2 ? 'left' : 'right'} aria-hidden>
        <strong>{fair.name}</strong>
        <span>{fair.schoolName}</span>
        <span className="numeric">
          {dates} · {label}
        </span>
        <span>
          <span data-private>{fair.adminName}</span>
          {fair.devices.map((device) => (
            <Fragment key={device}>
              , <span className="no-wrap">{device}</span>
            </Fragment>
          ))}
        </span>
        {clashes.map((text) => (
          <span key={text} className={styles.conflicts}>
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

const toPath = ({ month, span }: Pick<Period, 'month' | 'span'>, by: TimelineBy): string =>
  pathTo('fairs', {}, { view: 'timeline', month, span, rows: by });

/**
 * Fairs of a season or month in rows by admin or device, with those at the same time marked; a list
 * by week on a phone. The address has the period and the rows.
 */
export function FairsTimeline() {
  const isPhone = useIsPhone();
  const params = useSearchParams();
  const by = params['rows'] === 'device' ? 'device' : 'admin';
  const period = toPeriod(
    askedMonth(params['month']),
    params['span'] === 'month' ? 'month' : 'season',
  );
  const {
    data: fairs,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery({
    ...fairsCalendar(CalendarQuery.parse({ from: period.from, to: period.to })),
    placeholderData: (before) => before,
  });
  if (error && !fairs)
    return <ErrorNotice what="The timeline" error={error} retry={() => void refetch()} />;
  const [before, after] = [periodBeside(period, -1), periodBeside(period, 1)];
  return (
    <section className={cardStyles.card} aria-label={`Fairs in ${period.name}`}>
      <PeriodBar
        name={period.name}
        fairs={isPlaceholderData ? undefined : fairs}
        today={toPath({ month: today(HERE).slice(0, 7), span: period.span }, by)}
        previous={{ label: `Previous ${period.span}, ${before.name}`, to: toPath(before, by) }}
        next={{ label: `Next ${period.span}, ${after.name}`, to: toPath(after, by) }}
      >
        <TimelineChoices period={period} by={by} hasRows={!isPhone} />
      </PeriodBar>
      {fairs === undefined ? (
        <AfterDelay>
          <div className={calendarStyles.wait} aria-hidden>
            <Skeleton height={48} />
            <Skeleton height={48} />
            <Skeleton height={48} />
          </div>
        </AfterDelay>
      ) : fairs.length === 0 ? (
        <Empty title={`No fairs in ${period.name}`} icon={IconCalendarEvent} />
      ) : isPhone ? (
        <WeekLists fairs={fairs} period={period} />
      ) : (
        <Timeline fairs={fairs} by={by} period={period} />
      )}
    </section>
  );
}

type TimelineChoicesProps = {
  period: Period;
  by: TimelineBy;
  /** False for lists by week, which have no rows to choose. */
  hasRows: boolean;
};

function TimelineChoices({ period, by, hasRows }: TimelineChoicesProps) {
  const here = (isHere: boolean) => isHere && ({ 'aria-current': 'page' } as const);
  return (
    <>
      {hasRows && (
        <nav className={segmentStyles.segments} aria-label="Rows of the timeline">
          <Link to={toPath(period, 'admin')} {...here(by === 'admin')}>
            Admins
          </Link>
          <Link to={toPath(period, 'device')} {...here(by === 'device')}>
            Devices
          </Link>
        </nav>
      )}
      <nav className={segmentStyles.segments} aria-label="Length of the timeline">
        <Link to={toPath({ ...period, span: 'month' }, by)} {...here(period.span === 'month')}>
          Month
        </Link>
        <Link to={toPath({ ...period, span: 'season' }, by)} {...here(period.span === 'season')}>
          Season
        </Link>
      </nav>
    </>
  );
}

type TimelineProps = { fairs: readonly CalendarFair[]; by: TimelineBy; period: Period };

function Timeline({ fairs, by, period }: TimelineProps) {
  const { span } = period;
  const here = today(HERE);
  const shown = shownDays(period, fairs, here);
  const { from, to } = shown;
  const days = daysBetween(from, to) + 1;
  return (
    <div
      className={styles.timeline}
      data-span={span}
      style={{ '--days': days } as CSSProperties}
      onKeyDown={moveAmongBars}
    >
      <div className={styles.head} aria-hidden>
        <span />
        <div className={styles.days}>
          {timelineMarks(shown, span).map(({ day, start, end }) => (
            <span
              key={day}
              className={styles.mark}
              data-today={day === here || undefined}
              style={{ gridColumn: `${start + 1} / ${end + 2}` }}
            >
              {span === 'month' ? (
                <>
                  <small>{shortWeekday(day).slice(0, 1)}</small> {Number(day.slice(8))}
                </>
              ) : (
                spellDay(day, { month: 'short' })
              )}
            </span>
          ))}
        </div>
      </div>
      {timelineRows(fairs, shown, by).map((row) => (
        <Row key={row.id} row={row} from={from} days={days} />
      ))}
      {here >= from && here <= to && (
        <span
          className={styles.today}
          style={{ '--at': daysBetween(from, here) } as CSSProperties}
          aria-hidden
        />
      )}
    </div>
  );
}

type RowProps = { row: TimelineRow; from: string; days: number };

function Row({ row: { name, bars, lanes }, from, days }: RowProps) {
  const conflicts = bars.filter(({ isConflict }) => isConflict).length;
  const counts = [
    pluralize(bars.length, 'fair', 'fairs'),
    ...(conflicts > 0 ? [`${conflicts} at the same time`] : []),
  ];
  return (
    <div className={styles.row} role="group" aria-label={[name, ...counts].join(', ')}>
      <div className={styles.name} aria-hidden>
        <span className="medium ellipsis" data-private>
          {name}
        </span>
        <span className="caption">
          {counts[0]}
          {conflicts > 0 && <span className={styles.conflicts}> · {counts[1]}</span>}
        </span>
      </div>
      <div
        className={styles.days}
        style={{ '--lanes': lanes, '--first': getWeekday(from) } as CSSProperties}
      >
        {bars.map((bar) => (
          <TimelineFair key={bar.fair.id} bar={bar} days={days} />
        ))}
      </div>
    </div>
  );
}

/** Day of the week, 0 for Sunday. */
function getWeekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

function WeekLists({ fairs, period }: { fairs: readonly CalendarFair[]; period: Period }) {
  return fairsByWeek(fairs, period).map(({ week, fairs: ofWeek }) => (
    <section key={week} className={styles.week} aria-label={`Week of ${formatDay(week)}`}>
      <h3>Week of {formatDay(week)}</h3>
      <AgendaItems fairs={ofWeek} />
    </section>
  ));
}
