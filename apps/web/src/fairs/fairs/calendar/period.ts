import { today } from '@pos/contract/values/clock';
import { SEASON_MONTHS, seasonDays, seasonName, toSeason } from '@pos/contract/fairs/seasons';
import { addDays, addMonths, spellDay } from '@pos/contract/values/days';
import { HERE } from '#web/lib/input/time.ts';

/** Part of the calendar that a timeline shows: one month, or a season of six. */
export type Span = 'month' | 'season';
export type Period = { span: Span; month: string; name: string; from: string; to: string };

/** Month of an address (`2026-10`); the current month unless it names one. */
export function askedMonth(value: unknown): string {
  return typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(value)
    ? value
    : today(HERE).slice(0, 7);
}

export function monthName(month: string): string {
  return spellDay(`${month}-01`, { month: 'long', year: 'numeric' });
}

/** The month, or the season with it: January to June, or July to December. */
export function toPeriod(month: string, span: Span): Period {
  if (span === 'month') return { span, month, name: monthName(month), ...getDays(month) };
  const season = toSeason(month);
  const { startDate: from, endDate: to } = seasonDays(season);
  return { span, month, name: seasonName(season), from, to };
}

/** The period before (−1) or after (1). */
export function periodBeside({ span, month }: Period, direction: -1 | 1): Period {
  return toPeriod(addMonths(month, direction * (span === 'month' ? 1 : SEASON_MONTHS)), span);
}

function getDays(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) };
}
