import { opensPage } from '@pos/contract/permissions';
import { useLocation } from '@tanstack/react-router';
import { useContext } from 'react';
import { useRights } from '#web/lib/session/session.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { useIntent } from '#web/ui/hooks/use-intent.ts';
import type { Screen } from '../screen.ts';
import { menuEntry, menuLabel, screenAt, screenPath, SCREENS, screenTitle } from '../screens.ts';
import { FairScope, scopedPath } from './fair-scope.ts';
import { MENU_ICONS, PLACE_ICONS } from './menu-icons.ts';
import { readAhead } from './read-ahead.ts';
import * as styles from './frame.module.css';

/**
 * Main menu: the modules that have a screen and that the user may open, and the places below them,
 * with the current one marked. Links keep the chosen fair.
 */
export function Menu({ onGo }: { onGo?: () => void }) {
  const rights = useRights();
  const current = screenAt(useLocation().pathname);
  const entry = current && menuEntry(current);
  const isOpen = ({ page }: Screen): boolean => opensPage(page, rights);
  return (
    <nav className={styles.nav} aria-label="Main menu">
      {SCREENS.filter((screen) => screen.inMenu && isOpen(screen)).flatMap((screen) =>
        [screen, ...SCREENS.filter((place) => place.below === screen.page && isOpen(place))].map(
          (place) => (
            <MenuLink
              key={screenPath(place)}
              screen={place}
              isCurrent={place === entry}
              onGo={onGo}
            />
          ),
        ),
      )}
    </nav>
  );
}

type MenuLinkProps = { screen: Screen; isCurrent: boolean; onGo: (() => void) | undefined };

function MenuLink({ screen, isCurrent, onGo }: MenuLinkProps) {
  const intent = useIntent();
  const fairId = useContext(FairScope);
  const label = screen.below ? screenTitle(screen) : menuLabel(screen.page);
  const MenuIcon = PLACE_ICONS[screenPath(screen)] ?? MENU_ICONS[screen.page];
  const to = scopedPath(screen, fairId);
  return (
    <Link
      to={to}
      title={label}
      className={screen.below && styles.below}
      {...intent(() => readAhead(to))}
      {...(onGo && { onClick: onGo })}
      {...(isCurrent && { 'aria-current': 'page' as const })}
    >
      {MenuIcon && <MenuIcon size={screen.below ? 16 : 18} stroke={1.75} aria-hidden />}
      <span>{label}</span>
    </Link>
  );
}
