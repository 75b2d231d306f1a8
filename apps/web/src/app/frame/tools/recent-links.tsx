import { IconHistory, IconSearch } from '@tabler/icons-react';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { openPalette } from '../palette-opener.ts';
import { useRecentPages } from '../recent-pages.ts';
import * as styles from './recent-links.module.css';

/** Search and recent pages, shown on the page for an unknown address. */
export function RecentLinks() {
  const recent = useRecentPages();
  return (
    <div className={styles.recentLinks}>
      <Button onClick={openPalette}>
        <IconSearch size={16} stroke={1.75} aria-hidden /> Search
      </Button>
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
