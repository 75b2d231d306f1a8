import { IconMenu2 } from '@tabler/icons-react';
import { Suspense } from 'react';
import { IconButton } from '#web/ui/buttons/button.tsx';
import { Help } from './help/help.tsx';
import { UserMenu } from './user-menu.tsx';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import * as styles from './frame.module.css';
import * as buttonStyles from '#web/ui/buttons/button.module.css';

// Loaded after the page.
const Bell = lazyPart(async () => (await import('./bell/bell.tsx')).Bell);
const TopTools = lazyPart(async () => (await import('./tools/top-tools.tsx')).TopTools);

/** Bar above every screen; help is always in the same place (WCAG 3.2.6). */
export function TopBar({ onOpenNav }: { onOpenNav: () => void }) {
  return (
    <header className={styles.topBar}>
      <span className={styles.menuButton}>
        <IconButton label="Open menu" onClick={onOpenNav}>
          <IconMenu2 size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </span>
      <Suspense fallback={<span className={styles.space} />}>
        <TopTools />
      </Suspense>
      <Suspense fallback={<span className={buttonStyles.iconButton} data-part="icon-button" />}>
        <Bell />
      </Suspense>
      <Help />
      <UserMenu />
    </header>
  );
}
