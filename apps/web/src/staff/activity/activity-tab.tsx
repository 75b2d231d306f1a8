import type { NotedEntity } from '@pos/contract/staff/activity';
import { today } from '@pos/contract/values/clock';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { HERE } from '#web/lib/input/time.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/messages/notice.tsx';
import * as segmentStyles from '#web/ui/buttons/segments.module.css';
import * as styles from './activity.module.css';
import { activityQuery, type ActivityKind } from './activity.data.ts';
import { ActivityList } from './activity-lines.tsx';
import { ActivityPages } from './activity-pages.tsx';
import { groupActivity } from './activity-words.ts';
import { NoteForm } from './note-form.tsx';

type ActivityTabProps = { entity: NotedEntity; entityId: string };

const KINDS: readonly { value: ActivityKind; label: string; nothing: string }[] = [
  { value: 'all', label: 'All', nothing: 'Nothing happened yet' },
  { value: 'changes', label: 'Changes', nothing: 'No changes yet' },
  { value: 'notes', label: 'Notes', nothing: 'No notes yet' },
  { value: 'reads', label: 'Names read', nothing: 'Nobody has read names here yet' },
];
/** Records that are about no children. */
const WITHOUT_CHILDREN: readonly NotedEntity[] = ['title', 'package', 'stock-document', 'role'];

/** Full activity of a record, field by field, with a form to add a note. */
export function ActivityTab({ entity, entityId }: ActivityTabProps) {
  const [kind, setKind] = useState<ActivityKind>('all');
  const query = useInfiniteQuery(activityQuery(entity, entityId, { kind, limit: 50 }));
  return (
    <Card
      title="Activity"
      aside={
        <span className={segmentStyles.segments} role="group" aria-label="Kind of activity">
          {KINDS.filter(({ value }) => value !== 'reads' || !WITHOUT_CHILDREN.includes(entity)).map(
            ({ value, label }) => (
              <button
                key={value}
                type="button"
                aria-pressed={value === kind}
                onClick={() => setKind(value)}
              >
                {label}
              </button>
            ),
          )}
        </span>
      }
      rows
    >
      <div className={styles.composer}>
        <NoteForm entity={entity} entityId={entityId} />
      </div>
      <ActivityPages
        query={query}
        what="The activity"
        nothing={<Empty title={KINDS.find(({ value }) => value === kind)?.nothing ?? ''} />}
      >
        {(entries) => (
          <div className={`${styles.activity} lined`}>
            {groupActivity(entries, today(HERE)).map(({ label, entries: group }) => (
              <section key={label}>
                <h3>{label}</h3>
                <ActivityList entries={group} />
              </section>
            ))}
          </div>
        )}
      </ActivityPages>
    </Card>
  );
}
