import { z } from 'zod';
import { addDays, addMonths } from '../values/days.ts';

/**
 * Seasons: half a year of fairs, spring (January to June) or fall (July to December). A fair belongs
 * to the season in which it starts.
 */

const HALVES = {
  spring: { name: 'Spring', firstMonth: '01' },
  fall: { name: 'Fall', firstMonth: '07' },
} as const;
/** Months of a season. Schools have a fair in the fall and one in spring. */
export const SEASON_MONTHS = 6;

/** A season, such as `2026-fall`. */
export const Season = z
  .string()
  .regex(/^[1-9]\d{3}-(spring|fall)$/, 'Choose a season such as 2026-fall.');
export type Season = z.infer<typeof Season>;

/** Returns the season of a day or month: `2026-fall` for `2026-10-12`. */
export function toSeason(day: string): Season {
  return `${day.slice(0, 4)}-${day.slice(5, 7) <= '06' ? 'spring' : 'fall'}`;
}

/** Returns the season a number of seasons later, or earlier if negative. */
export function seasonBeside(season: Season, count: number): Season {
  return toSeason(addMonths(firstMonth(season), count * SEASON_MONTHS));
}

/** Returns the first and last day of a season. */
export function seasonDays(season: Season): { startDate: string; endDate: string } {
  const month = firstMonth(season);
  return {
    startDate: `${month}-01`,
    endDate: addDays(`${addMonths(month, SEASON_MONTHS)}-01`, -1),
  };
}

/** Names a season: `Fall 2026`. */
export function seasonName(season: Season): string {
  const [year = '', half] = season.split('-');
  return `${HALVES[half === 'fall' ? 'fall' : 'spring'].name} ${year}`;
}

/** True if a season is before another. */
export function isBefore(season: Season, other: Season): boolean {
  return firstMonth(season) < firstMonth(other);
}

/** Seasons to choose from, newest first: those around a day and any others that are in use. */
export function seasonsAround(day: string, inUse: readonly Season[] = []): Season[] {
  const around = [-2, -1, 0, 1, 2, 3].map((count) => seasonBeside(toSeason(day), count));
  return [...new Set([...around, ...inUse])].sort((one, other) => (isBefore(one, other) ? 1 : -1));
}

function firstMonth(season: Season): string {
  const [year = '', half] = season.split('-');
  return `${year}-${HALVES[half === 'fall' ? 'fall' : 'spring'].firstMonth}`;
}
