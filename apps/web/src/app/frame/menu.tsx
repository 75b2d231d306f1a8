import { opensPage } from '@pos/contract/permissions';
import { useLocation } from '@tanstack/react-router';
import { useContext } from 'react';
import { useRights } from '#web/lib/session/session.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { useIntent } from '#web/ui/hooks/use-intent.ts';
import { menuLabel, screenAt, SCREENS } from '../screens.ts';
import { FairScope, scopedPath } from './fair-scope.ts';
import { MENU_ICONS } from './menu-icons.ts';
import { readAhead } from './read-ahead.ts';
import * as styles from './frame.module.css';

/**
 * Main menu: the modules that have a screen and that the user may open, and the warehouse, with the
 * current one marked. Links keep the chosen fair.
 */
export function Menu({ onGo }: { onGo?: () => void }) {
  const rights = useRights();
  const intent = useIntent();
  const fairId = useContext(FairScope);
  const current = screenAt(useLocation().pathname);
  const currentLabel = current && menuLabel(current.page);
  return (
    <nav className={styles.nav} aria-label="Main menu">
      {SCREENS.map((screen) => {
        if (!screen.inMenu || !opensPage(screen.page, rights)) return null;
        const label = menuLabel(screen.page);
        const MenuIcon = MENU_ICONS[screen.page];
        const to = scopedPath(screen, fairId);
        return (
          <Link
            key={label}
            to={to}
            title={label}
            {...intent(() => readAhead(to))}
            {...(onGo && { onClick: onGo })}
            {...(label === currentLabel && { 'aria-current': 'page' as const })}
          >
            {MenuIcon && <MenuIcon size={18} stroke={1.75} aria-hidden />}
            <span>{label}</span>
          </Link>
        );
      })}
    </nav>
  );
}
