import { IconMapQuestion } from '@tabler/icons-react';
import { Navigate, useLocation } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useSession } from '#web/lib/session/session.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { Brand } from '#web/ui/layout/logo.tsx';
import { Empty } from '#web/ui/messages/notice.tsx';
import { SupportContact } from '#web/ui/values/support-contact.tsx';
import { landingPath } from '../landing.ts';
import { useArrival } from '../navigation-focus.ts';
import { pageAt } from '../screens.ts';
import * as styles from './pages.module.css';
import { asidePart, lazyPart } from '#web/ui/messages/lazy-part.tsx';

const Frame = lazyPart(() => import('../frame/frame.tsx'), 'Frame');
const WaysOn = asidePart(() => import('../frame/tools/ways-on.tsx'), 'WaysOn');

/**
 * Handles an address without a screen: for signed-in users a page inside the layout; before the
 * email is verified, the verification; for others the login if the address is one of the
 * specification's pages, else the public page.
 */
export function NotFoundRoute() {
  const session = useSession();
  const { pathname, href } = useLocation();
  useEffect(() => {
    document.title = 'POS Admin - Page not found';
  }, []);
  if (session && !session.user.emailVerified) {
    // Still rendered while navigating: redirecting again would set `from` to the verification page.
    return pathname === '/verify-account' ? null : (
      <Navigate to="/verify-account" search={() => ({ from: href })} replace />
    );
  }
  if (session) {
    const landing = landingPath(session.rights);
    return (
      <Frame>
        <NotFound>
          <WaysOn landing={landing} />
        </NotFound>
      </Frame>
    );
  }
  if (pageAt(pathname)) return <Navigate to="/login" search={() => ({ from: href })} replace />;
  return (
    <main id="main" className={styles.publicPage} tabIndex={-1}>
      <Brand to="/login" />
      <NotFound
        actions={
          <ButtonLink to="/login" variant="primary">
            Login
          </ButtonLink>
        }
      />
    </main>
  );
}

function NotFound({ actions, children }: { actions?: ReactNode; children?: ReactNode }) {
  useArrival();
  return (
    <Empty
      heading="h1"
      icon={IconMapQuestion}
      title="Page not found"
      text="There is no page at this address. It may have moved, or the link may have been cut off."
      actions={actions}
    >
      {children}
      <SupportContact />
    </Empty>
  );
}
