import { RETENTION_MONTHS, RETENTION_WORDS, RetentionMonths } from '@pos/contract/fairs/retention';
import { NewSchool } from '@pos/contract/fairs/schools';
import { useQuery } from '@tanstack/react-query';
import { appInfo } from '#web/lib/api/app-info.ts';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';

const WithRule = NewSchool.extend({ studentRetentionMonths: RetentionMonths });

/**
 * Schema of a new school, and the question how long names of its students are kept. It is asked
 * while the settings have no rule for all schools (domain 3.20).
 */
export function useRetentionChoice() {
  const { data } = useQuery(appInfo);
  if (data?.studentRetentionMonths !== 0) return { schema: NewSchool, question: null };
  return {
    schema: WithRule,
    question: (
      <SelectField
        name="studentRetentionMonths"
        label="Names of students are erased"
        choices={RETENTION_MONTHS.map((value) => ({ value, label: RETENTION_WORDS[value] }))}
        hint="Counted from the last order, eWallet entry or change. US law forbids keeping children's names without an end."
      />
    ),
  };
}
