import type { School } from '@pos/contract/fairs/schools';
import { SchoolErasure, type StudentData } from '@pos/contract/students/student-data';
import { pluralize } from '@pos/contract/values/counts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useEraseAll } from './school-page.data.ts';

type EraseAllDialogProps = { school: School; data: StudentData; onClose: () => void };

/** Erases all students of a school after its name has been typed, or says what stands in the way. */
export function EraseAllDialog({ school, data, onClose }: EraseAllDialogProps) {
  const erase = useEraseAll(school.id);
  const { students, obstacles } = data;
  const title = `Erase ${pluralize(students, 'student', 'students')} of ${school.name}?`;
  if (obstacles.length > 0)
    return (
      <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
        <div className="stack">
          <Notice kind="warn">The students cannot be erased yet.</Notice>
          <ul className="stack" aria-label="In the way">
            {obstacles.map(({ code, text, link }) => (
              <li key={code} className="row spread">
                <span>{text}</span>
                {link && (
                  <Link to={link} className="link">
                    Show
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        <div>
          <p>
            Permanently erases the names of all students of this school, of their teachers, and of
            parents without a child elsewhere. Files that may name them are deleted. A sync does not
            restore the names.
          </p>
          <p className="subdued">
            Student numbers, eWallets with their ledgers, orders, totals and activity stay. The
            proof is ready when all texts were searched. This cannot be undone.
          </p>
        </div>
        <Form
          schema={SchoolErasure}
          values={{ confirm: '', reason: '' }}
          save={erase.mutateAsync}
          onSaved={() => {
            toast.ok({
              title: 'The erasure has started',
              detail: 'It goes on if you leave this page.',
            });
            onClose();
          }}
          submitLabel="Erase all students"
          busyLabel="Starting…"
          isDanger
          guard={false}
          onCancel={onClose}
        >
          <div className="stack gap-20">
            <TextField
              name="reason"
              label="Reason"
              hint="Printed on the proof and permanent. Don't include names."
              autoComplete="off"
            />
            <TextField
              name="confirm"
              label={`Type ${school.name} to confirm`}
              spellCheck={false}
              autoComplete="off"
            />
          </div>
        </Form>
      </div>
    </Dialog>
  );
}
