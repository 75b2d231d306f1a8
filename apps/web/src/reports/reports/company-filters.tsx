import { seasonBeside, seasonDays, seasonName, toSeason } from '@pos/contract/fairs/seasons';
import { today } from '@pos/contract/values/clock';
import { HERE } from '#web/lib/input/time.ts';
import { RECORDS } from '#web/lib/lists/records.ts';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { useFill } from './use-fill.ts';

/** The coming season, the current one, and those of three years before. */
function seasons(): { value: string; label: string }[] {
  const current = toSeason(today(HERE));
  return [1, 0, -1, -2, -3, -4, -5, -6].map((count) => {
    const value = seasonBeside(current, count);
    return { value, label: seasonName(value) };
  });
}

/** Filters of the fairs of all schools. A season brings its days. */
export function CompanyFilters() {
  const fill = useFill();
  return (
    <>
      <SelectField
        name="season"
        label="Season"
        choices={seasons()}
        placeholder="Any season"
        onPick={(season) => season !== null && fill(seasonDays(String(season)))}
      />
      <AsyncSelectField
        name="region"
        label="Region"
        choices={RECORDS.regions}
        placeholder="Any region"
      />
      <AsyncSelectField
        name="adminId"
        label="Admin"
        choices={RECORDS.admins}
        placeholder="Any admin"
      />
    </>
  );
}
