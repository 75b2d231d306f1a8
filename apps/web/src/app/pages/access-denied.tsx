import { PAGES, type PageKey } from '@pos/contract/permissions';
import { IconCopy, IconShieldLock } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useSession } from '#web/lib/session/session.tsx';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { SupportContact } from '#web/ui/values/support-contact.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { landingPath } from '../landing.ts';
import { useArrival } from '../navigation-focus.ts';
import { screenAt, screenTitle } from '../screens.ts';

import * as styles from '#web/ui/messages/notice.module.css';
/** Shown inside the layout in place of a page that the rights do not open (specification 2). */
export function AccessDenied({ page }: { page: PageKey }) {
  useArrival();
  const session = useSession();
  const { history } = useRouter();
  const landing = session && landingPath(session.rights);
  const landingScreen = landing === undefined ? undefined : screenAt(landing);
  const { title, path } = PAGES[page];
  const request = `Please give me access to "${title}" (${path}) in POS Admin. My role is ${session?.user.role ?? 'unknown'}, my email ${session?.user.email ?? 'unknown'}.`;
  return (
    <div className={styles.empty}>
      <span className={styles.picture} aria-hidden>
        <IconShieldLock size={28} stroke={1.5} />
      </span>
      <h1 tabIndex={-1}>The page you&apos;re looking for, you do not have access to.</h1>
      <p>Please contact Admin.</p>
      <p className="caption">
        Page: {title} · Your role: {session?.user.role}
      </p>
      <div className={styles.actions}>
        {landing && landingScreen && (
          <ButtonLink to={landing} variant="primary">
            Go to {screenTitle(landingScreen)}
          </ButtonLink>
        )}
        <Button onClick={() => history.back()}>Go back</Button>
        <Button
          variant="tertiary"
          onClick={() =>
            void navigator.clipboard.writeText(request).then(() => toast.ok('Request copied'))
          }
        >
          <IconCopy size={16} aria-hidden /> Copy request
        </Button>
      </div>
      <SupportContact />
    </div>
  );
}
