import type { NotedEntity } from '@pos/contract/activity';
import { today } from '@pos/contract/values/clock';
import { useInfiniteQuery } from '@tanstack/react-query';
import { HERE } from '#web/lib/time.ts';
import { Card } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/notice.tsx';
import * as styles from './activity.module.css';
import { activityQuery } from './activity.data.ts';
import { ActivityLine } from './activity-lines.tsx';
import { ActivityPages } from './activity-pages.tsx';
import { groupActivity } from './activity-words.ts';
import { NoteForm } from './note-form.tsx';

type ActivityTabProps = { entity: NotedEntity; entityId: string };

/** Full activity of a record, field by field, with a form to add a note. */
export function ActivityTab({ entity, entityId }: ActivityTabProps) {
  const query = useInfiniteQuery(activityQuery(entity, entityId));
  return (
    <div className={styles.activity}>
      <Card title="Leave a note">
        <NoteForm entity={entity} entityId={entityId} />
      </Card>
      <Card title="Activity" rows>
        <ActivityPages
          query={query}
          what="The activity"
          nothing={<Empty title="Nothing happened yet" />}
        >
          {(entries) =>
            groupActivity(entries, today(HERE)).map(({ label, entries: group }) => (
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
