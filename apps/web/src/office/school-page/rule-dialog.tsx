import {
  RETENTION_MONTHS,
  RETENTION_WORDS,
  type RetentionMonths,
} from '@pos/contract/fairs/retention';
import { type StudentData } from '@pos/contract/students/student-data';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { studentData, useSetRule } from './school-page.data.ts';

/** Value of the rule that follows the settings. */
const AS_SETTINGS = -1;
const Rule = z.strictObject({ months: z.literal([AS_SETTINGS, ...RETENTION_MONTHS]) });

type RuleDialogProps = { schoolId: string; data: StudentData; onClose: () => void };

/** Sets the retention rule of a school, after showing whom it reaches. */
export function RuleDialog({ schoolId, data, onClose }: RuleDialogProps) {
  const setRule = useSetRule(schoolId);
  const { months, companyMonths } = data;
  const choices = [
    { value: AS_SETTINGS, label: `As in Settings: ${RETENTION_WORDS[companyMonths]}` },
    ...RETENTION_MONTHS.map((value) => ({ value, label: RETENTION_WORDS[value] })),
  ];
  return (
    <FormDialog
      title="How long names are kept"
      onClose={onClose}
      schema={Rule}
      values={{ months: months ?? AS_SETTINGS }}
      save={(rule) => setRule.mutateAsync(rule.months === AS_SETTINGS ? null : rule.months)}
      onSaved={() => {
        toast.ok({ title: 'Rule saved' });
        onClose();
      }}
      submitLabel="Save rule"
    >
      <SelectField name="months" label="Names are erased" choices={choices} />
      <AffectedStudents schoolId={schoolId} companyMonths={companyMonths} />
    </FormDialog>
  );
}

type AffectedStudentsProps = { schoolId: string; companyMonths: RetentionMonths };

function AffectedStudents({ schoolId, companyMonths }: AffectedStudentsProps) {
  const chosen = useWatch({ name: 'months' }) as RetentionMonths | typeof AS_SETTINGS;
  const months = chosen === AS_SETTINGS ? companyMonths : chosen;
  const { data } = useQuery(studentData(schoolId, months));
  if (!data) return <p role="status">Counting…</p>;
  const { now, blocked, withinYear } = data.due;
  if (months === 0)
    return <p role="status">Names stay until somebody erases a student or the school.</p>;
  return (
    <div role="status">
      {now > blocked ? (
        <Notice kind="warn">
          The next night erases the names of {pluralize(now - blocked, 'student', 'students')} for
          good.
        </Notice>
      ) : (
        <p>It reaches nobody now.</p>
      )}
      <p className="subdued">
        {pluralize(withinYear, 'student', 'students')} within a year
        {blocked > 0 && `, ${formatCount(blocked)} blocked by money or open orders`}.
      </p>
    </div>
  );
}
