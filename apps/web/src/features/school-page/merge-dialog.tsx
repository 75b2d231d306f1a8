import { NewSchoolMerge } from '@pos/contract/school-merges';
import type { School } from '@pos/contract/schools';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { schoolChoices, schoolDetails } from '#web/features/schools/schools.data.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo-fields.tsx';
import { Form } from '#web/ui/form.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useMergeSchools } from './school-page.data.ts';

/** Merges a duplicate into a school, after showing what moves. */
export function MergeDialog({ school, onClose }: { school: School; onClose: () => void }) {
  const merge = useMergeSchools(school.id);
  return (
    <Dialog title={`Merge a duplicate into ${school.name}`} onClose={onClose}>
      <Form
        schema={NewSchoolMerge}
        values={{ mergedId: '' }}
        guard={false}
        save={merge.mutateAsync}
        onSaved={({ name, identifier }) => {
          toast.ok({ title: 'Schools merged', detail: `${name}, ${identifier}` });
          onClose();
        }}
        submitLabel="Merge schools"
        busyLabel="Merging…"
        onCancel={onClose}
      >
        <div className="form-stack">
          <AsyncSelectField
            name="mergedId"
            label="Duplicate"
            choices={schoolChoices}
            placeholder="Name or identifier"
          />
          <Consequences school={school} />
        </div>
      </Form>
    </Dialog>
  );
}

/** Describes the merge with the chosen duplicate. */
function Consequences({ school }: { school: School }) {
  const mergedId = useWatch({ name: 'mergedId' }) as string;
  const { data: merged } = useQuery({ ...schoolDetails(mergedId), enabled: mergedId !== '' });
  if (!merged || mergedId === school.id) return null;
  return (
    <Notice kind="warn">
      {pluralize(merged.fairs, 'fair')} with all sales, its students and{' '}
      {formatCents(merged.aveDollarBalanceCents)} in AveDollars move from {merged.name} (
      {merged.identifier}) to {school.name} ({school.identifier}). {merged.identifier} then leads
      here. This cannot be undone.
    </Notice>
  );
}
