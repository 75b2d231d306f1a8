import { NewNote, type NotedEntity } from '@pos/contract/staff/activity';
import { useState } from 'react';
import { GrowingField } from '#web/ui/fields/growing-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import * as styles from './activity.module.css';
import { useAddNote } from './activity.data.ts';

const HINT = 'Everyone with access to this record can see it. It cannot be changed.';

type NoteFormProps = {
  entity: NotedEntity;
  entityId: string;
  hint?: string;
  /** Called after a note was added, and by Cancel, which is shown only with it. */
  onDone?: () => void;
  /** Same as `guard` of Form: false if the address is not the record's own. */ guard?: boolean;
};

/**
 * One line to add a note to a record's activity; it grows with the text. Remounted after each note,
 * so that the field is empty.
 */
export function NoteForm({ entity, entityId, hint = HINT, guard = true, onDone }: NoteFormProps) {
  const [count, setCount] = useState(0);
  const add = useAddNote(entity, entityId);
  return (
    <div className={styles.noteForm}>
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
        isOneOfMany
        guard={guard}
        {...(onDone && { onCancel: onDone })}
      >
        <div className={styles.noteField}>
          <GrowingField name="text" label="Note" placeholder="Write a note" hint={hint} />
        </div>
      </Form>
    </div>
  );
}
