import { STUDENT_SOURCE_FIELDS, type StudentDetails } from '@pos/contract/students/students';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { useQuery } from '@tanstack/react-query';
import { Facts } from '#web/ui/layout/card.tsx';
import { MergeDialog } from '#web/ui/form/merge-dialog.tsx';
import { DelayedSkeleton, ErrorNotice, Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { fullName } from '../student-words.ts';
import { duplicateChoices, studentMergePreview, useMergeStudents } from '../students.data.ts';

type MergeStudentProps = { student: StudentDetails; onClose: () => void };

/** Merges another record of the same child into a student, after showing what moves. */
export function MergeStudentDialog({ student, onClose }: MergeStudentProps) {
  const merge = useMergeStudents(student.id);
  return (
    <MergeDialog
      title={`Merge a duplicate into ${fullName(student)}`}
      choices={duplicateChoices(student)}
      placeholder="Name or student number"
      submitLabel="Merge students"
      save={merge.mutateAsync}
      onSaved={({ walletBalanceCents }) =>
        toast.ok({
          title: 'Students merged',
          detail: `The eWallet has ${formatCents(walletBalanceCents)}.`,
        })
      }
      onClose={onClose}
      consequences={(mergedId) => <Consequences student={student} mergedId={mergedId} />}
    />
  );
}

/** Shows what moves, what stays and why a merge would be refused. */
function Consequences({ student, mergedId }: { student: StudentDetails; mergedId: string }) {
  const { data: preview, error, refetch } = useQuery(studentMergePreview(student.id, mergedId));
  if (error) return <ErrorNotice what="The preview" error={error} retry={() => void refetch()} />;
  if (!preview) return <DelayedSkeleton height={120} />;
  const { refusal, mergedNumber, movedCents, balanceAfterCents, filled, orders, topUps } = preview;
  if (refusal) return <Notice kind="bad">{refusal}</Notice>;
  return (
    <>
      <Facts
        facts={[
          [
            'eWallet',
            movedCents > 0
              ? `${formatCents(movedCents)} move, ${formatCents(balanceAfterCents)} after it`
              : `Nothing moves, ${formatCents(balanceAfterCents)} stay`,
          ],
          ...(filled.length > 0
            ? [
                [
                  'Filled in',
                  filled.map((field) => STUDENT_SOURCE_FIELDS[field]).join(', '),
                ] as const,
              ]
            : []),
          [
            `Stay with ${mergedNumber}`,
            `${pluralize(orders, 'order')}, ${pluralize(topUps, 'top-up')}`,
          ],
        ]}
      />
      <Notice kind="warn">
        {mergedNumber} becomes inactive. Its number and wallet card then lead to{' '}
        {student.studentNumber}. This cannot be undone.
      </Notice>
    </>
  );
}
