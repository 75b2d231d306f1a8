import type { FairPhase } from '@pos/contract/fairs/fair-state';
import { pluralize } from '@pos/contract/values/counts';
import { formatDayRange } from '@pos/contract/values/days';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from '#web/ui/buttons/link.tsx';
import { ErrorNotice } from '#web/ui/messages/notice.tsx';
import { useTypedAnswer } from '#web/ui/hooks/use-typed-answer.ts';
import { fairsWithInventory } from './fairs.data.ts';
import * as styles from './fair-chooser.module.css';
import * as boxStyles from '#web/ui/fields/box.module.css';

const PHASES: Record<FairPhase, string> = { live: 'Live', ended: 'Ended', upcoming: 'Upcoming' };

type FairChooserProps = { linkTo: (fairId: string) => string };

/** Fairs with inventory, found by name or identifier; each is a link. */
export function FairChooser({ linkTo }: FairChooserProps) {
  const [search, setSearch] = useState('');
  const { answer, earlier, failure, retry } = useTypedAnswer(fairsWithInventory, search);
  const fairs = (answer ?? earlier)?.data ?? [];
  return (
    <div className={styles.fairChooser}>
      <span className={`${boxStyles.box} ${boxStyles.small}`}>
        <IconSearch size={16} aria-hidden />
        <input
          type="search"
          aria-label="Search fairs"
          placeholder="Fair or identifier"
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </span>
      <ul aria-label="Fairs with inventory" inert={!answer}>
        {fairs.map(({ id, name, identifier, titles, startDate, endDate, phase }) => (
          <li key={id}>
            <Link to={linkTo(id)}>
              <span className="ellipsis">{name}</span>
              <small>
                {PHASES[phase]} · {formatDayRange(startDate, endDate)} ·{' '}
                <span className="monospace">{identifier}</span> ·{' '}
                {pluralize(titles, 'title', 'titles')}
              </small>
            </Link>
          </li>
        ))}
      </ul>
      {failure ? (
        <ErrorNotice what="The fairs" error={failure} retry={retry} />
      ) : (
        fairs.length === 0 && (
          <p className="caption">
            {!answer
              ? 'Searching…'
              : search
                ? 'No fair with inventory matches.'
                : 'No fair has inventory yet. Upload a packing list from the page of a fair.'}
          </p>
        )
      )}
    </div>
  );
}
