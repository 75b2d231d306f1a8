import { NewNote, type NotedEntity } from '@pos/contract/activity';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { today } from '#web/lib/time.ts';
import { Card } from '#web/ui/card.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form.tsx';
import { Empty } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.tsx';
import './activity.css';
import { activityOf, useAddNote } from './activity.data.ts';
import { ActivityLine } from './activity-lines.tsx';
import { ActivityPages } from './activity-pages.tsx';
import { groupActivity } from './activity-words.ts';

type ActivityTabProps = { entity: NotedEntity; entityId: string };

/** Who did what to a record, field by field, from what to what, when and from where; and a note of one's own. */
export function ActivityTab({ entity, entityId }: ActivityTabProps) {
  const query = useInfiniteQuery(activityOf(entity, entityId));
  return (
    <div className="activity">
      <NoteForm entity={entity} entityId={entityId} />
      <Card title="Activity" rows>
        <ActivityPages query={query} what="The activity" nothing={<Empty title="Nothing happened yet" />}>
          {(entries) =>
            groupActivity(entries, today()).map(({ label, entries: group }) => (
              <section key={label}>
                <h3>{label}</h3>
                <ol>
                  {group.map((entry) => (
                    <ActivityLine key={entry.id} entry={entry} />
                  ))}
                </ol>
              </section>
            ))
          }
        </ActivityPages>
      </Card>
    </div>
  );
}

/** Begun anew after each note, so that the field is empty. */
function NoteForm(record: ActivityTabProps) {
  const [count, setCount] = useState(0);
  const add = useAddNote(record.entity, record.entityId);
  return (
    <Card title="Leave a note">
      <Form
        key={count}
        schema={NewNote.pick({ text: true })}
        values={{ text: '' }}
        save={add.mutateAsync}
        onSaved={() => {
          toast.ok('Note added');
          setCount((before) => before + 1);
        }}
        submitLabel="Add note"
      >
        <TextareaField name="text" label="Note" hint="Everybody who may read this record sees it; it cannot be changed." rows={2} />
      </Form>
    </Card>
  );
}
