import type { ActivityEntity, ActivityEntry } from '@pos/contract/activity';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ago } from '#web/ui/ago.tsx';
import * as styles from './activity.module.css';
import { activityQuery } from './activity.data.ts';
import { ActivityPages } from './activity-pages.tsx';
import { activityWords, fieldWords, valueWords } from './activity-words.ts';

/** Activity of a record, newest first, as a section of the record's own view. */
export function ActivityLines({
  entity,
  entityId,
  nothing,
}: {
  entity: ActivityEntity;
  entityId: string;
  /** Empty state. */ nothing: string;
}) {
  const query = useInfiniteQuery(activityQuery(entity, entityId));
  return (
    <ActivityPages query={query} what="The activity" nothing={<p className="caption">{nothing}</p>}>
      {(entries) => (
        <ol className={styles.lines}>
          {entries.map((entry) => (
            <ActivityLine key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </ActivityPages>
  );
}

/** One entry: actor, action, changes, time and source. */
export function ActivityLine({
  entry: { at, actorName, actorType, action, changes, ip },
}: {
  entry: ActivityEntry;
}) {
  const isNote = action === 'note.added';
  return (
    <li>
      <p>
        <b className="semibold">{actorName}</b> {activityWords(action)}
      </p>
      {isNote ? (
        <p className={styles.note}>{valueWords(changes['note']?.to)}</p>
      ) : (
        <ul className={styles.changes}>
          {Object.entries(changes).map(([field, { from, to }]) => (
            <li key={field}>
              <span className="subdued">{fieldWords(field)}:</span>{' '}
              {to === '****' ? (
                'changed'
              ) : (
                <Change from={valueWords(from, field)} to={valueWords(to, field)} />
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="caption">
        <Ago at={at} />
        {actorType === 'device' && ' · at a register'}
        {ip && ` · ${ip}`}
      </p>
    </li>
  );
}

/** Old and new value of a change; a field that was empty before shows only its new value. */
function Change({ from, to }: { from: string; to: string }) {
  if (from === 'nothing') return <b className="medium">{to}</b>;
  return (
    <>
      <span>{from}</span> <span aria-label="to">→</span> <b className="medium">{to}</b>
    </>
  );
}
