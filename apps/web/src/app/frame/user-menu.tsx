import { Suspense } from 'react';
import { useSession } from '#web/lib/session/session.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import * as styles from './frame.module.css';

// Loaded after the page.
const UserMenuItems = lazyPart(async () => (await import('./user-menu-items.tsx')).UserMenuItems);
const SignOut = lazyPart(async () => (await import('./sign-out.tsx')).SignOut);

/** User menu: the signed-in user, the theme, sign out. */
export function UserMenu() {
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
      <Suspense>{isLeaving && <SignOut onStay={stay} />}</Suspense>
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
