import { StudentErasure, type StudentDetails } from '@pos/contract/students/students';
import { formatCents } from '@pos/contract/values/money';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { fullName } from '../student-words.ts';
import { useEraseStudent } from '../students.data.ts';

type EraseDialogProps = { student: StudentDetails; onClose: () => void };

/** Erases a student's names after the student number has been typed. */
export function EraseDialog({ student, onClose }: EraseDialogProps) {
  const erase = useEraseStudent(student.id);
  const { studentNumber, walletBalanceCents } = student;
  return (
    <Dialog title={`Erase ${fullName(student)}?`} onClose={onClose}>
      <div className="stack">
        <div>
          <p>
            Permanently erases the names of the child, of the teacher, and of parents without
            another child here. The student can no longer be found by name, and a sync does not
            restore the names.
          </p>
          <p className="subdued">
            The eWallet with its ledger, the orders and all totals stay. This cannot be undone.
          </p>
        </div>
        {walletBalanceCents > 0 && (
          <Notice kind="warn">
            The eWallet still has {formatCents(walletBalanceCents)}. Pay it out first if the family
            should get it back.
          </Notice>
        )}
        <Form
          schema={StudentErasure}
          values={{ confirm: '', reason: '' }}
          save={erase.mutateAsync}
          onSaved={() => {
            toast.ok({
              title: 'Student erased',
              detail: `Only the number ${studentNumber} remains.`,
            });
            onClose();
          }}
          submitLabel="Erase student"
          busyLabel="Erasing…"
          isDanger
          guard={false}
          onCancel={onClose}
        >
          <div className="stack gap-20">
            <TextField
              name="reason"
              label="Reason"
              hint="Notes are permanent. Don't include names."
              autoComplete="off"
            />
            <TextField
              name="confirm"
              label={`Type ${studentNumber} to confirm`}
              mono
              spellCheck={false}
              autoComplete="off"
            />
          </div>
        </Form>
      </div>
    </Dialog>
  );
}
