import { formatDayRange } from '@pos/contract/values/days';
import { IconCalendarEvent, IconSearch, IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useContext, useState } from 'react';
import { fairOption } from '#web/fairs/fairs/fairs.data.ts';
import { RECORDS } from '#web/lib/lists/records.ts';
import { stringifySearch } from '#web/lib/lists/search-params.ts';
import { Link } from '#web/ui/buttons/link.tsx';
import { ErrorNotice } from '#web/ui/messages/notice.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { useTypedAnswer } from '#web/ui/hooks/use-typed-answer.ts';
import { screenAt } from '../../screens.ts';
import { FairScope, isScoped } from '../fair-scope.ts';
import * as styles from './top-tools.module.css';
import * as boxStyles from '#web/ui/fields/box.module.css';

const ALL = 'All fairs';
const PHASES = { upcoming: 'Upcoming', live: 'Live', ended: 'Ended' } as const;
/**
 * Search parameters to drop when the fair changes: the list's page, the open record, the report's
 * input.
 */
const OF_ONE_FAIR = [
  'fairId',
  'schoolId',
  'page',
  'order',
  'payment',
  'student',
  'schoolIdentifier',
  'fairIdentifier',
  'startDate',
  'endDate',
];
const MAX_RECENT = 3;

/** Fairs chosen last since the page was loaded. */
let recent: readonly string[] = [];

/**
 * Shows the page's fair, or all; each choice is a link to the same page. Not rendered if the page
 * has no fair.
 */
export function FairSwitcher() {
  const { pathname } = useLocation();
  const fairId = useContext(FairScope);
  const { data: fair } = useQuery({ ...fairOption(fairId ?? ''), enabled: fairId !== undefined });
  if (!isScoped(pathname)) return null;
  const needsFair = screenAt(pathname)?.page === 'fair-inventory';
  const text = fairId
    ? fair === null
      ? 'Unknown fair'
      : (fair?.label ?? '…')
    : needsFair
      ? 'Choose a fair'
      : ALL;
  return (
    <Popover
      label="Fairs"
      width={340}
      button={(props) => (
        <button
          type="button"
          {...props}
          className={styles.switcher}
          aria-label={`Fair: ${text}. Choose another`}
          title={text}
        >
          <IconCalendarEvent size={16} stroke={1.75} aria-hidden />
          <span className="ellipsis">{text}</span>
          <IconSelector size={16} stroke={1.75} aria-hidden />
        </button>
      )}
    >
      {(close) => <Fairs chosenId={fairId} hasAll={!needsFair} onPick={close} />}
    </Popover>
  );
}

type FairsProps = { chosenId: string | undefined; hasAll: boolean; onPick: () => void };

function Fairs({ chosenId, hasAll, onPick }: FairsProps) {
  const [search, setSearch] = useState('');
  const { pathname, search: params } = useLocation();
  const { answer, earlier, failure, retry } = useTypedAnswer(RECORDS.fairs.options, search);
  const fairs = (answer ?? earlier)?.data ?? [];
  const remembered = Object.fromEntries(
    Object.entries(params as Record<string, unknown>).filter(([key]) => !OF_ONE_FAIR.includes(key)),
  );
  const linkTo = (fairId?: string): string =>
    `${pathname}${stringifySearch({ ...remembered, fairId })}`;
  const pick = (id?: string): void => {
    if (id) recent = [id, ...recent.filter((other) => other !== id)].slice(0, MAX_RECENT);
    onPick();
  };
  const last = search ? [] : recent.flatMap((id) => fairs.find(({ value }) => value === id) ?? []);
  const entry = ({
    value,
    label,
    schoolName,
    startDate,
    endDate,
    phase,
  }: (typeof fairs)[number]) => (
    <li key={value} inert={!answer}>
      <Link
        to={linkTo(value)}
        className={value === chosenId ? styles.on : ''}
        onClick={() => pick(value)}
      >
        <span className="ellipsis">{label}</span>
        <small className="ellipsis">
          {PHASES[phase]} · {formatDayRange(startDate, endDate)} · {schoolName}
        </small>
      </Link>
    </li>
  );
  return (
    <div className={styles.fairList}>
      <span className={`${boxStyles.box} ${boxStyles.small}`}>
        <IconSearch size={16} aria-hidden />
        <input
          type="search"
          aria-label="Search fairs"
          placeholder="Fair, school or identifier"
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </span>
      {last.length > 0 && (
        <>
          <h3 id="recent-fairs">Recent</h3>
          <ul aria-labelledby="recent-fairs">{last.map(entry)}</ul>
        </>
      )}
      <ul aria-label="Active fairs">
        {hasAll && !search && (
          <li>
            <Link to={linkTo()} className={chosenId ? '' : styles.on} onClick={() => pick()}>
              {ALL}
            </Link>
          </li>
        )}
        {fairs.filter((fair) => !last.includes(fair)).map(entry)}
      </ul>
      {failure ? (
        <ErrorNotice what="The fairs" error={failure} retry={retry} />
      ) : (
        fairs.length === 0 && (
          <p className="caption">
            {!answer
              ? 'Searching…'
              : search
                ? 'No active fair matches.'
                : 'There is no active fair.'}
          </p>
        )
      )}
    </div>
  );
}
