import type { School } from '@pos/contract/fairs/schools';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { useQuery } from '@tanstack/react-query';
import { RECORDS } from '#web/lib/lists/records.ts';
import { schoolDetails } from '#web/fairs/schools/schools.data.ts';
import { MergeDialog } from '#web/ui/form/merge-dialog.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useMergeSchools } from './school-page.data.ts';

/** Merges a duplicate into a school, after showing what moves. */
export function MergeSchoolDialog({ school, onClose }: { school: School; onClose: () => void }) {
  const merge = useMergeSchools(school.id);
  return (
    <MergeDialog
      title={`Merge a duplicate into ${school.name}`}
      choices={RECORDS.schools}
      placeholder="Name or identifier"
      submitLabel="Merge schools"
      save={merge.mutateAsync}
      onSaved={({ name, identifier }) =>
        toast.ok({ title: 'Schools merged', detail: `${name}, ${identifier}` })
      }
      onClose={onClose}
      consequences={(mergedId) => <Consequences school={school} mergedId={mergedId} />}
    />
  );
}

/** Describes the merge with the chosen duplicate. */
function Consequences({ school, mergedId }: { school: School; mergedId: string }) {
  const { data: merged } = useQuery(schoolDetails(mergedId));
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
