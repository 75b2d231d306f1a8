import { fairState, type FairState } from '@pos/contract/fair-state';
import { type CalendarFair, CalendarQuery } from '@pos/contract/fairs';
import { today } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import {
  addMonths,
  formatDay,
  formatDayRange,
  shortWeekday,
  spellDay,
} from '@pos/contract/values/days';
import { useQuery } from '@tanstack/react-query';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBroadcast,
  IconCalendarEvent,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconClock,
  IconLock,
  IconMinus,
  type Icon,
} from '@tabler/icons-react';
import { useState, type CSSProperties, type KeyboardEvent } from 'react';
import { pathTo } from '#web/lib/paths.ts';
import { useSearchParams } from '#web/lib/search-state.ts';
import { HERE } from '#web/lib/time.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { AfterDelay, Empty, ErrorNotice, Skeleton } from '#web/ui/notice.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { useIsPhone } from '#web/ui/use-is-phone.ts';
import { fairsCalendar } from '../fairs.data.ts';
import { fairStatus } from '../fair-status.ts';
import { monthRange, toWeeks, type Bar, type Week } from './weeks.ts';
import * as styles from './fairs-calendar.module.css';
import * as cardStyles from '#web/ui/card.module.css';
import * as buttonStyles from '#web/ui/button.module.css';

const SHOWN_LANES = 10;

/** Icons on short bars instead of the word. */
const STATE_ICONS: Record<FairState, Icon> = {
  to_close_out: IconLock,
  reverted: IconArrowBackUp,
  live: IconBroadcast,
  upcoming: IconClock,
  closed_out: IconCheck,
  inactive: IconMinus,
};

/**
 * Fairs of a month by week, with clashes marked; an agenda on a phone. The month is in the address.
 */
export function FairsCalendar() {
  const isPhone = useIsPhone();
  const asked = useSearchParams()['month'];
  const month =
    typeof asked === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(asked)
      ? asked
      : today(HERE).slice(0, 7);
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
      <MonthBar month={month} fairs={isPlaceholderData ? undefined : fairs} />
      {fairs === undefined ? (
        <AfterDelay>
          <div className={styles.wait} aria-hidden>
            <Skeleton height={72} />
            <Skeleton height={72} />
            <Skeleton height={72} />
          </div>
        </AfterDelay>
      ) : isPhone ? (
        <Agenda month={month} fairs={fairs} />
      ) : (
        <Weeks weeks={toWeeks(range, fairs)} month={month} />
      )}
    </section>
  );
}

function monthName(month: string): string {
  return spellDay(`${month}-01`, { month: 'long', year: 'numeric' });
}

const monthPath = (month: string): string => pathTo('fairs', {}, { view: 'calendar', month });

function MonthBar({ month, fairs }: { month: string; fairs: readonly CalendarFair[] | undefined }) {
  const clashing = fairs?.filter(({ clashes }) => clashes.length > 0).length ?? 0;
  return (
    <div className={styles.bar}>
      <h2 aria-live="polite">{monthName(month)}</h2>
      <p className="caption">
        {fairs && pluralize(fairs.length, 'fair', 'fairs')}
        {clashing > 0 && `, ${clashing} with a conflict`}
      </p>
      <ButtonLink to={monthPath(today(HERE).slice(0, 7))} size="sm">
        Today
      </ButtonLink>
      <Link
        className={buttonStyles.iconButton}
        to={monthPath(addMonths(month, -1))}
        aria-label={`Previous month, ${monthName(addMonths(month, -1))}`}
      >
        <IconChevronLeft size={18} aria-hidden />
      </Link>
      <Link
        className={buttonStyles.iconButton}
        to={monthPath(addMonths(month, 1))}
        aria-label={`Next month, ${monthName(addMonths(month, 1))}`}
      >
        <IconChevronRight size={18} aria-hidden />
      </Link>
    </div>
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
          {fair.schoolName} · {fair.adminName}
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

/** Moves between bars: ← → by fair, ↑ ↓ by week, Home and End to the first and last. */
function moveAmongBars(event: KeyboardEvent<HTMLElement>): void {
  const bars = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-state]')];
  const at = bars.findIndex((bar) => bar === document.activeElement);
  if (at === -1) return;
  const weekOf = (bar: HTMLElement | undefined) => bar?.closest('[role=group]');
  const targets: Record<string, () => HTMLElement | undefined> = {
    ArrowRight: () => bars[at + 1],
    ArrowLeft: () => bars[at - 1],
    ArrowDown: () => bars.slice(at).find((bar) => weekOf(bar) !== weekOf(bars[at])),
    ArrowUp: () => bars.slice(0, at).findLast((bar) => weekOf(bar) !== weekOf(bars[at])),
    Home: () => bars[0],
    End: () => bars.at(-1),
  };
  const target = targets[event.key]?.();
  if (!target) return;
  event.preventDefault();
  target.focus();
}

function Agenda({ month, fairs }: { month: string; fairs: readonly CalendarFair[] }) {
  const inMonth = fairs.filter(
    ({ startDate, endDate }) => startDate.slice(0, 7) <= month && endDate.slice(0, 7) >= month,
  );
  if (inMonth.length === 0)
    return <Empty title={`No fairs in ${monthName(month)}`} icon={IconCalendarEvent} />;
  return (
    <ol className={styles.agenda}>
      {inMonth.map((fair) => {
        const { label, meaning } = fairStatus(fair);
        return (
          <li key={fair.id}>
            <p className="caption numeric">{formatDayRange(fair.startDate, fair.endDate)}</p>
            <p className="row spread">
              <Link to={pathTo('fair-details', { id: fair.id })} className="semibold">
                {fair.name}
              </Link>
              <StatusPill status={{ label, meaning }} />
            </p>
            <p className="subdued">
              {fair.schoolName}, {fair.adminName}
            </p>
            {fair.clashes.map(({ text }) => (
              <p key={text} className={styles.clash}>
                <IconAlertTriangle size={14} stroke={2} aria-hidden /> {text}
              </p>
            ))}
          </li>
        );
      })}
    </ol>
  );
}
