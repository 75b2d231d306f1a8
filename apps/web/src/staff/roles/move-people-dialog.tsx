import { PeopleMove, type Role } from '@pos/contract/staff/roles';
import { pluralize } from '@pos/contract/values/counts';
import { RECORDS } from '#web/lib/lists/records.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { wasCancelled } from '#web/ui/form/use-save-merged.tsx';
import { roleSummary } from './rights.ts';
import { peopleWithRole, useMovePeople } from './roles.data.ts';
import { useSuperAdminQuestion } from './use-super-admin-question.tsx';

type MovePeopleDialogProps = { role: Role; onClose: () => void };

/** Moves everyone with one role to another, so that the first can be deleted. */
export function MovePeopleDialog({ role: { id, name, people }, onClose }: MovePeopleDialogProps) {
  const move = useMovePeople();
  const { confirmRole, question } = useSuperAdminQuestion();
  const who = pluralize(people, 'person', 'people');
  return (
    <Dialog title={`Move ${who} to another role`} onClose={onClose}>
      <Form
        schema={PeopleMove}
        values={{ from: id, to: '' }}
        guard={false}
        save={async (asked) => {
          await confirmRole(asked.to, async () => ({
            names: await peopleWithRole(id),
            count: people,
          }));
          return move.mutateAsync(asked);
        }}
        onRefused={wasCancelled}
        onSaved={(moved) => {
          toast.ok({
            title: `${pluralize(moved, 'person', 'people')} moved`,
            detail: `No one has the role ${name} now.`,
          });
          onClose();
        }}
        submitLabel={`Move ${who}`}
        busyLabel="Moving…"
        onCancel={onClose}
      >
        <div className="stack gap-20">
          <p>Everyone who is {name} gets the rights of the other role at once.</p>
          <AsyncSelectField
            name="to"
            label="New role"
            choices={RECORDS.roles}
            detail={roleSummary}
          />
        </div>
      </Form>
      {question}
    </Dialog>
  );
}
