import { IconHistory, IconSearch } from '@tabler/icons-react';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { screenAt, screenTitle } from '../../screens.ts';
import { openPalette } from '../palette-opener.ts';
import { useRecentPages } from '../recent-pages.ts';
import * as styles from './ways-on.module.css';

/** First screen, search and recent pages, shown on the page for an unknown address. */
export function WaysOn({ landing }: { landing: string }) {
  const recent = useRecentPages();
  const first = screenAt(landing);
  return (
    <div className={styles.waysOn}>
      <div className={styles.buttons}>
        {first && (
          <ButtonLink to={landing} variant="primary">
            Go to {screenTitle(first)}
          </ButtonLink>
        )}
        <Button onClick={openPalette}>
          <IconSearch size={16} stroke={1.75} aria-hidden /> Search
        </Button>
      </div>
      {recent.length > 0 && (
        <nav aria-label="Recent pages">
          <h2>Recent pages</h2>
          <ul>
            {recent.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>
                  <IconHistory size={16} stroke={1.75} aria-hidden />{' '}
                  <span className="ellipsis">{label}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
