import type { ActivityEntry, NotedEntity } from '@pos/contract/staff/activity';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Ago } from '#web/ui/values/ago.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { ErrorNotice } from '#web/ui/messages/notice.tsx';
import { latestNotes } from './activity.data.ts';
import { valueWords } from './activity-words.ts';
import { NoteForm } from './note-form.tsx';
import * as styles from './notes-card.module.css';

/** Number of notes shown; the activity has the rest. */
const SHOWN = 4;

type NotesCardProps = {
  entity: NotedEntity;
  entityId: string;
  /** Address of the record's whole activity. */
  activityPath: string;
};

/** Latest notes on a record, and a form to add one. */
export function NotesCard({ entity, entityId, activityPath }: NotesCardProps) {
  const [isAdding, setIsAdding] = useState(false);
  const { data, error, refetch } = useQuery(latestNotes(entity, entityId));
  const form = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAdding) form.current?.querySelector('textarea')?.focus();
  }, [isAdding]);
  const close = (): void => {
    setIsAdding(false);
    opener.current?.focus();
  };
  return (
    <Card
      title="Notes for the team"
      {...(data && data.total > 0 && { count: data.total })}
      aside={
        <Button
          ref={opener}
          size="sm"
          variant="tertiary"
          aria-expanded={isAdding}
          onClick={() => setIsAdding(!isAdding)}
        >
          <IconPlus size={16} stroke={2} aria-hidden /> New note
        </Button>
      }
    >
      <div className="stack">
        {isAdding && (
          <div ref={form}>
            <NoteForm entity={entity} entityId={entityId} onDone={close} />
          </div>
        )}
        {error && !data ? (
          <ErrorNotice what="The notes" error={error} retry={() => void refetch()} />
        ) : data?.total === 0 ? (
          !isAdding && <p className="subdued">No notes yet.</p>
        ) : (
          <ol className="grid gap-12">
            {data?.notes.slice(0, SHOWN).map((note) => (
              <Note key={note.id} note={note} />
            ))}
          </ol>
        )}
        {data && data.total > SHOWN && (
          <Link to={activityPath} className="link">
            All notes in Activity
          </Link>
        )}
      </div>
    </Card>
  );
}

function Note({ note: { actorName, at, changes } }: { note: ActivityEntry }) {
  return (
    <li className={styles.note}>
      <p>
        <b className="semibold">
          <span data-private>{actorName}</span>
        </b>{' '}
        <span className="caption">
          <Ago at={at} />
        </span>
      </p>
      <p className={styles.text}>{valueWords(changes['note']?.to)}</p>
    </li>
  );
}
