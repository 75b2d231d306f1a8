import { fairState } from '@pos/contract/fairs/fair-state';
import { formatDayRange } from '@pos/contract/values/days';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Fragment, type CSSProperties } from 'react';
import { pathTo } from '#web/lib/api/paths.ts';
import { Link } from '#web/ui/buttons/link.tsx';
import { fairStatus } from '../fair-status.ts';
import type { TimelineBar } from './timeline.ts';
import * as styles from './fairs-timeline.module.css';

/** Days behind a bar from which a part of its name can be read there. */
const ROOM_FOR_NAME = 14;

/** Bar of a fair in a period of `days`, with its facts beside it while it is hovered or focused. */
export function TimelineFair({
  bar: { fair, start, end, lane, room, isConflict },
  days,
}: {
  bar: TimelineBar;
  days: number;
}) {
  const { label } = fairStatus(fair);
  const dates = formatDayRange(fair.startDate, fair.endDate);
  const clashes = fair.clashes.map(({ text }) => text);
  return (
    <div
      className={styles.slot}
      style={{ gridColumn: `${start + 1} / ${end + 2}`, gridRow: lane + 1 }}
    >
      <Link
        to={pathTo('fair-details', { id: fair.id })}
        className={styles.fair}
        data-state={fairState(fair)}
        data-conflict={isConflict || undefined}
        aria-label={[fair.name, label, fair.schoolName, dates, ...clashes].join(', ')}
      >
        {isConflict && (
          <IconAlertTriangle className={styles.conflicts} size={14} stroke={2} aria-hidden />
        )}
        <span className={styles.label}>{fair.name}</span>
      </Link>
      {room >= ROOM_FOR_NAME && (
        <span
          className={styles.beside}
          style={{ '--room': room / (end - start + 1) } as CSSProperties}
          aria-hidden
        >
          {fair.name}
        </span>
      )}
      <div className={styles.facts} data-side={start > days / 2 ? 'left' : 'right'} aria-hidden>
        <strong>{fair.name}</strong>
        <span>{fair.schoolName}</span>
        <span className="numeric">
          {dates} · {label}
        </span>
        <span>
          <span data-private>{fair.adminName}</span>
          {fair.devices.map((device) => (
            <Fragment key={device}>
              , <span className="no-wrap">{device}</span>
            </Fragment>
          ))}
        </span>
        {clashes.map((text) => (
          <span key={text} className={styles.conflicts}>
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}
