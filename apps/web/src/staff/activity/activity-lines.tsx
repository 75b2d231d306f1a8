import type { ActivityEntity, ActivityEntry } from '@pos/contract/staff/activity';
import { formatInstant } from '@pos/contract/values/clock';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { HERE } from '#web/lib/input/time.ts';
import { Ago } from '#web/ui/values/ago.tsx';
import { ToArrow } from '#web/ui/values/to-arrow.tsx';
import * as styles from './activity.module.css';
import { activityQuery } from './activity.data.ts';
import { ActivityPages } from './activity-pages.tsx';
import { activityRuns, commonNote, runWords, type ActivityRun } from './activity-runs.ts';
import { activityWords, fieldWords, valueWords } from './activity-words.ts';

type ActivityLinesProps = {
  entity: ActivityEntity;
  entityId: string;
  /** Empty state. */ nothing: string;
};

/** Activity of a record, newest first, as a section of the record's own view. */
export function ActivityLines({ entity, entityId, nothing }: ActivityLinesProps) {
  const query = useInfiniteQuery(activityQuery(entity, entityId));
  return (
    <ActivityPages query={query} what="The activity" nothing={<p className="caption">{nothing}</p>}>
      {(entries) => (
        <div className={styles.lines}>
          <ActivityList entries={entries} />
        </div>
      )}
    </ActivityPages>
  );
}

/** Entries as lines; neighbors of one person and action are one line that opens to its parts. */
export function ActivityList({ entries }: { entries: readonly ActivityEntry[] }) {
  return (
    <ol className={`${styles.list} lined`}>
      {activityRuns(entries).map((run) => (
        // The oldest entry of a run stays while newer ones join it.
        <li key={run.at(-1)?.id}>
          {run.length > 1 ? <RunLine run={run} /> : <EntryLine entry={run[0]} />}
        </li>
      ))}
    </ol>
  );
}

/** Several entries of one person and action in one line, which opens to the entries. */
function RunLine({ run }: { run: ActivityRun }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const [newest] = run;
  return (
    <>
      <div className={styles.entry}>
        <p>
          <button
            type="button"
            className={styles.opener}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span>
              <b className="semibold" data-private>
                {newest.actorName}
              </b>{' '}
              {runWords(run)}
            </span>
            <IconChevronRight size={16} stroke={1.75} aria-hidden />
          </button>
        </p>
        <Origin entry={newest} />
      </div>
      <ol id={id} className={styles.parts} hidden={!isOpen}>
        {isOpen &&
          run.map((entry) => (
            <li key={entry.id} className={styles.entry}>
              <Changes
                entry={entry}
                leaveOut={commonNote(run) === undefined ? undefined : 'note'}
              />
              <Origin entry={entry} />
            </li>
          ))}
      </ol>
    </>
  );
}

/** One entry: actor, action, changes, time and source. */
function EntryLine({ entry }: { entry: ActivityEntry }) {
  const { actorName, action, changes } = entry;
  return (
    <div className={styles.entry}>
      <div className={styles.said}>
        <p>
          <b className="semibold" data-private>
            {actorName}
          </b>{' '}
          {activityWords(action)}
        </p>
        {action === 'note.added' ? (
          <p className={styles.note}>{valueWords(changes['note']?.to)}</p>
        ) : (
          <Changes entry={entry} />
        )}
      </div>
      <Origin entry={entry} />
    </div>
  );
}

/**
 * Changed fields of an entry side by side, each with its old and new value; the title that changed
 * comes first.
 */
function Changes({
  entry: { changes },
  leaveOut,
}: {
  entry: ActivityEntry;
  /** Field that the line above says already. */ leaveOut?: string | undefined;
}) {
  const { title, ...others } = changes;
  const fields = Object.entries(title ? { title, ...others } : others);
  return (
    <ul className={styles.changes}>
      {fields
        .filter(([field]) => field !== leaveOut)
        .map(([field, { from, to }]) => (
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
  );
}

/** Time of an entry; its exact moment and network address show while pointed at or focused. */
function Origin({ entry: { at, actorType, ip } }: { entry: ActivityEntry }) {
  const id = useId();
  return (
    <span className={styles.origin}>
      <button type="button" className={styles.time} aria-describedby={id}>
        <Ago at={at} />
        {actorType === 'device' && ' · at a register'}
      </button>
      <span role="tooltip" id={id} className={styles.tip}>
        {[formatInstant(at, HERE), ip].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

/** Old and new value of a change; a field that was empty before shows only its new value. */
function Change({ from, to }: { from: string; to: string }) {
  if (from === 'nothing') return <b className="medium">{to}</b>;
  return (
    <>
      <span>{from}</span> <ToArrow /> <b className="medium">{to}</b>
    </>
  );
}
