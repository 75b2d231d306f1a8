import { IconMenu2, IconHelp } from '@tabler/icons-react';
import { Suspense } from 'react';
import { IconButton } from '#web/ui/buttons/button.tsx';
import { asidePart, lazyPart } from '#web/ui/messages/lazy-part.tsx';
import * as styles from './frame.module.css';
import * as buttonStyles from '#web/ui/buttons/button.module.css';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';

// Loaded after the page.
const UserMenuItems = lazyPart(() => import('./user-menu-items.tsx'), 'UserMenuItems');
const SignOut = asidePart(() => import('./sign-out.tsx'), 'SignOut');

/** User menu: the signed-in user, the theme, sign out. */
function UserMenu() {
  const session = useSession();
  const { opened: isLeaving, open: setIsLeaving, close: stay } = useOpened<true>();
  if (!session) return null;
  const { name, email, role } = session.user;
  return (
    <>
      <Menu
        label={`Account of ${name}`}
        width={248}
        button={(props) => (
          <button
            type="button"
            {...props}
            className={styles.userButton}
            aria-label={`Account of ${name}`}
          >
            <span className={styles.avatar} data-initials={toInitials(name)} />
          </button>
        )}
      >
        <div className={styles.person} role="presentation">
          <b className="semibold ellipsis" data-private>
            {name}
          </b>
          <span className="caption ellipsis" data-private>
            {email}
          </span>
          <span className="caption ellipsis">{role}</span>
        </div>
        <UserMenuItems onSignOut={() => setIsLeaving(true)} />
      </Menu>
      {isLeaving && <SignOut onStay={stay} />}
    </>
  );
}

function toInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0) ?? '')
    .join('')
    .toUpperCase();
}

const HelpPanel = lazyPart(() => import('./help/help-panel.tsx'), 'HelpPanel');
const ShortcutHelp = asidePart(() => import('./tools/shortcut-help.tsx'), 'ShortcutHelp');

/** Button that opens the help: contact, guides and keyboard shortcuts. */
function Help() {
  const { opened: showsShortcuts, open: setShowsShortcuts, close } = useOpened<true>();
  return (
    <>
      <Popover
        label="Help"
        align="end"
        width={340}
        button={(props) => (
          <IconButton {...props} label="Help">
            <IconHelp size={20} stroke={1.75} aria-hidden />
          </IconButton>
        )}
      >
        {(closePanel) => (
          <HelpPanel
            close={closePanel}
            onShortcuts={() => {
              closePanel();
              setShowsShortcuts(true);
            }}
          />
        )}
      </Popover>
      {showsShortcuts && <ShortcutHelp onClose={close} />}
    </>
  );
}

// Loaded after the page.
const Bell = lazyPart(() => import('./bell/bell.tsx'), 'Bell');
const TopTools = lazyPart(() => import('./tools/top-tools.tsx'), 'TopTools');

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
