import { ALL_SCHOOLS, COMPANY_FILTERS } from '@pos/contract/reports/report-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { SearchSelect } from '#web/ui/fields/combo/combo-fields.tsx';
import { asText, useField } from '#web/ui/fields/field.tsx';
import { presetsOfAllSchools } from './report-presets.ts';
import { reportSubjects, schoolFairsQuery, subjectKey, type Subject } from './reports.data.ts';
import { useFill } from './use-fill.ts';

const FIELD = { name: 'schoolIdentifier', label: 'School and fair' };

/** Clears the options that a report of one school, or of all, does not have. */
function withoutOthers(schoolIdentifier: string): Record<string, boolean | null> {
  if (schoolIdentifier === ALL_SCHOOLS) return { byDevice: false };
  return Object.fromEntries(Object.keys(COMPANY_FILTERS).map((name) => [name, null]));
}

/**
 * Fair of a report, or a school with all its fairs, found by name or identifier. A fair is reported
 * whole; a school keeps those that are set. Takes the focus if the person opened the form.
 */
export function SubjectField({ takesFocus }: { takesFocus: boolean }) {
  const { getValues, setFocus } = useFormContext();
  const fill = useFill();
  const queryClient = useQueryClient();
  const school = useField(FIELD);
  const fair = useField({ ...FIELD, name: 'fairIdentifier' });

  useEffect(() => {
    if (takesFocus) setFocus('schoolIdentifier');
  }, [takesFocus, setFocus]);

  const pick = async (picked: Subject | undefined): Promise<void> => {
    if (!picked) return;
    const { schoolIdentifier, fairIdentifier, startDate, endDate } = picked;
    const chosen = { schoolIdentifier, fairIdentifier, ...withoutOthers(schoolIdentifier) };
    if (startDate && endDate) return fill({ ...chosen, startDate, endDate, wholeFair: true });
    fill({ wholeFair: false });
    if (getValues('startDate') && getValues('endDate')) return fill(chosen);
    fill(chosen);
    const [days] =
      schoolIdentifier === ALL_SCHOOLS
        ? presetsOfAllSchools()
        : await queryClient.fetchQuery(schoolFairsQuery(schoolIdentifier));
    // Keeps what was typed meanwhile.
    if (days && !getValues('startDate') && getValues('schoolIdentifier') === schoolIdentifier)
      fill({ startDate: days.startDate, endDate: days.endDate });
  };
  return (
    <SearchSelect<Subject>
      {...FIELD}
      wired={{
        ...school,
        value: subjectKey(asText(school.value), asText(fair.value)),
        change: () => undefined,
        error: school.error ?? fair.error,
      }}
      choices={reportSubjects}
      detail={({ detail }) => detail}
      placeholder="Fair or school"
      onPick={(picked) => void pick(picked)}
      isRequired
    />
  );
}
