import { fairState, type FairState } from '@pos/contract/fairs/fair-state';
import { type CalendarFair, CalendarQuery } from '@pos/contract/fairs/fairs';
import { today } from '@pos/contract/values/clock';
import { addMonths, formatDay, formatDayRange, shortWeekday } from '@pos/contract/values/days';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBroadcast,
  IconCheck,
  IconClock,
  IconLock,
  IconMinus,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type CSSProperties } from 'react';
import { pathTo } from '#web/lib/api/paths.ts';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { HERE } from '#web/lib/input/time.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import * as cardStyles from '#web/ui/layout/card.module.css';
import { Link } from '#web/ui/buttons/link.tsx';
import { AfterDelay, ErrorNotice, Skeleton } from '#web/ui/messages/notice.tsx';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { fairStatus } from '../fair-status.ts';
import { fairsCalendar } from '../fairs.data.ts';
import { Agenda } from './agenda.tsx';
import * as styles from './fairs-calendar.module.css';
import { moveAmongBars } from './move-among-bars.ts';
import { PeriodBar } from './period-bar.tsx';
import { askedMonth, monthName } from './period.ts';
import { monthRange, toWeeks, type Bar, type Week } from './weeks.ts';

/** Icons on short bars instead of the word. */
const STATE_ICONS: Record<FairState, Icon> = {
  to_close_out: IconLock,
  reverted: IconArrowBackUp,
  live: IconBroadcast,
  upcoming: IconClock,
  closed_out: IconCheck,
  inactive: IconMinus,
};

const SHOWN_LANES = 10;

/**
 * Fairs of a month by week, with clashes marked; an agenda on a phone. The month is in the address.
 */
export function FairsCalendar() {
  const isPhone = useIsPhone();
  const month = askedMonth(useSearchParams()['month']);
  const range = monthRange(month);
  const {
    data: fairs,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery({
    ...fairsCalendar(CalendarQuery.parse(range)),
    placeholderData: (before) => before,
  });
  if (error && !fairs)
    return <ErrorNotice what="The calendar" error={error} retry={() => void refetch()} />;
  return (
    <section className={cardStyles.card} aria-label={`Fairs in ${monthName(month)}`}>
      <PeriodBar
        name={monthName(month)}
        fairs={isPlaceholderData ? undefined : fairs}
        today={monthPath(today(HERE).slice(0, 7))}
        previous={step('Previous', addMonths(month, -1))}
        next={step('Next', addMonths(month, 1))}
      />
      {fairs === undefined ? (
        <AfterDelay>
          <div className={styles.wait} aria-hidden>
            <Skeleton height={72} />
            <Skeleton height={72} />
            <Skeleton height={72} />
          </div>
        </AfterDelay>
      ) : isPhone ? (
        <Agenda name={monthName(month)} fairs={inMonth(fairs, month)} />
      ) : (
        <Weeks weeks={toWeeks(range, fairs)} month={month} />
      )}
    </section>
  );
}

const monthPath = (month: string): string => pathTo('fairs', {}, { view: 'calendar', month });

const step = (word: 'Previous' | 'Next', month: string) => ({
  label: `${word} month, ${monthName(month)}`,
  to: monthPath(month),
});

/** Fairs with a day in the month; its weeks also hold days of other months. */
function inMonth(fairs: readonly CalendarFair[], month: string): CalendarFair[] {
  return fairs.filter(
    ({ startDate, endDate }) => startDate.slice(0, 7) <= month && endDate.slice(0, 7) >= month,
  );
}

function Weeks({ weeks, month }: { weeks: readonly Week[]; month: string }) {
  return (
    <div onKeyDown={moveAmongBars}>
      <div className={`${styles.week} ${styles.weekdays}`} aria-hidden>
        {weeks[0]?.days.map((day) => (
          <span key={day}>{shortWeekday(day)}</span>
        ))}
      </div>
      {weeks.map((week) => (
        <CalendarWeek key={week.days[0]} week={week} month={month} />
      ))}
    </div>
  );
}

function CalendarWeek({ week: { days, bars, lanes }, month }: { week: Week; month: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? bars : bars.filter(({ lane }) => lane < SHOWN_LANES);
  const here = today(HERE);
  return (
    <div
      className={styles.week}
      role="group"
      aria-label={`Week of ${formatDay(days[0] ?? '')}`}
      style={{ '--lanes': Math.min(lanes, isOpen ? lanes : SHOWN_LANES) } as CSSProperties}
    >
      {days.map((day, index) => (
        <span
          key={day}
          className={[
            styles.day,
            day === here && styles.today,
            !day.startsWith(month) && styles.other,
          ]
            .filter(Boolean)
            .join(' ')}
          style={{ gridColumn: index + 1 }}
        >
          <span className="numeric">
            {day === here && <span className="visually-hidden">Today, </span>}
            {Number(day.slice(8))}
          </span>
        </span>
      ))}
      {shown.map((bar) => (
        <FairBar key={bar.fair.id} bar={bar} />
      ))}
      {bars.length > shown.length && (
        <div className={styles.more}>
          <Button size="sm" variant="quiet" onClick={() => setIsOpen(true)}>
            Show {bars.length - shown.length} more
          </Button>
        </div>
      )}
    </div>
  );
}

function FairBar({ bar: { fair, start, end, lane, comesFromBefore, goesOn } }: { bar: Bar }) {
  const state = fairState(fair);
  const { label } = fairStatus(fair);
  const StateIcon = STATE_ICONS[state];
  const clashes = fair.clashes.map(({ text }) => text).join(' ');
  return (
    <div
      className={styles.slot}
      style={{ gridColumn: `${start + 1} / ${end + 2}`, gridRow: lane + 2 }}
    >
      <Link
        to={pathTo('fair-details', { id: fair.id })}
        className={[styles.barFair, comesFromBefore && styles.fromBefore, goesOn && styles.goesOn]
          .filter(Boolean)
          .join(' ')}
        data-state={state}
        title={[
          `${fair.name}, ${fair.schoolName}`,
          formatDayRange(fair.startDate, fair.endDate),
          label,
          fair.adminName,
          clashes,
        ]
          .filter(Boolean)
          .join('\n')}
      >
        {clashes !== '' && (
          <IconAlertTriangle className={styles.clashMark} size={14} stroke={2} aria-hidden />
        )}
        <span className="ellipsis">{fair.name}</span>
        <span className={`ellipsis ${styles.place}`} aria-hidden>
          {fair.schoolName} · <span data-private>{fair.adminName}</span>
        </span>
        <small>
          <StateIcon size={12} stroke={2} aria-hidden />{' '}
          <span className={styles.word}>{label}</span>
        </small>
        <span className="visually-hidden">
          {`${fair.schoolName}, ${formatDayRange(fair.startDate, fair.endDate)}`}
          {clashes !== '' && `. Clash: ${clashes}`}
        </span>
      </Link>
    </div>
  );
}
