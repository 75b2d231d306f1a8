import { Season, seasonName, toSeason, seasonsAround } from '@pos/contract/fairs/seasons';
import { today } from '@pos/contract/values/clock';
import { useNavigate } from '@tanstack/react-router';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { HERE } from '#web/lib/input/time.ts';
import { boxClass } from '#web/ui/fields/box-class.ts';

/** Season of the address; otherwise the current one. */
export function useSeason(): string {
  const asked = Season.safeParse(useSearchParams()['season']);
  return asked.success ? asked.data : toSeason(today(HERE));
}

/** Select that opens the page of another season. */
export function SeasonSelect({ season, to }: { season: string; to: (season: string) => string }) {
  const navigate = useNavigate();
  return (
    <select
      aria-label="Season"
      className={boxClass(false)}
      value={season}
      onChange={({ target }) => void navigate({ href: to(target.value) })}
    >
      {seasonsAround(today(HERE), [season]).map((each) => (
        <option key={each} value={each}>
          {seasonName(each)}
        </option>
      ))}
    </select>
  );
}
