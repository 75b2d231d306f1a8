import { NewNote, type NotedEntity } from '@pos/contract/activity';
import { useState } from 'react';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useAddNote } from './activity.data.ts';

const HINT = 'Everyone with access to this record can see it. It cannot be changed.';

/**
 * Form to add a note to a record's activity. Remounted after each note, so that the field is empty.
 */
export function NoteForm({
  entity,
  entityId,
  hint = HINT,
  guard = true,
  onDone,
}: {
  entity: NotedEntity;
  entityId: string;
  hint?: string;
  /** Called after a note was added, and by Cancel, which is shown only with it. */
  onDone?: () => void;
  /** Same as `guard` of Form: false if the address is not the record's own. */ guard?: boolean;
}) {
  const [count, setCount] = useState(0);
  const add = useAddNote(entity, entityId);
  return (
    <Form
      key={count}
      schema={NewNote.pick({ text: true })}
      values={{ text: '' }}
      save={add.mutateAsync}
      onSaved={() => {
        toast.ok('Note added');
        setCount((before) => before + 1);
        onDone?.();
      }}
      submitLabel="Add note"
      guard={guard}
      {...(onDone && { onCancel: onDone })}
    >
      <TextareaField name="text" label="Note" hint={hint} rows={2} />
    </Form>
  );
}
