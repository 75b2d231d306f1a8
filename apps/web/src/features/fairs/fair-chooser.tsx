import { pluralize } from '@pos/contract/values/counts';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '#web/ui/link.tsx';
import { ErrorNotice } from '#web/ui/notice.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { fairsWithInventory } from './fairs.data.ts';
import * as styles from './fair-chooser.module.css';
import * as boxStyles from '#web/ui/fields/box.module.css';

type FairChooserProps = { linkTo: (fairId: string) => string };

/** Fairs with inventory, found by name or identifier; each is a link. */
export function FairChooser({ linkTo }: FairChooserProps) {
  const [search, setSearch] = useState('');
  const { data, error, isPending, refetch } = useQuery({
    ...fairsWithInventory(useDebounced(search, 200)),
    placeholderData: keepPreviousData,
  });
  if (error && !data)
    return <ErrorNotice what="The fairs" error={error} retry={() => void refetch()} />;
  const fairs = data?.data ?? [];
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
      <ul aria-label="Fairs with inventory">
        {fairs.map(({ id, name, identifier, titles }) => (
          <li key={id}>
            <Link to={linkTo(id)}>
              <span className="ellipsis">{name}</span>
              <small>
                <span className="monospace">{identifier}</span> ·{' '}
                {pluralize(titles, 'title', 'titles')}
              </small>
            </Link>
          </li>
        ))}
      </ul>
      {fairs.length === 0 && (
        <p className="caption">
          {isPending
            ? 'Searching…'
            : search
              ? 'No fair with inventory matches.'
              : 'No fair has inventory yet. Upload a packing list from the page of a fair.'}
        </p>
      )}
    </div>
  );
}
