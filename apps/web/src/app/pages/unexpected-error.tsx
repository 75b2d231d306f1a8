import { IconAlertTriangle } from '@tabler/icons-react';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { failureText } from '#web/lib/api/failure.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { Reference } from '#web/ui/messages/notice.tsx';
import { SupportContact } from '#web/ui/values/support-contact.tsx';
import { useOnline } from '#web/ui/hooks/use-online.ts';
import { landingPath } from '../landing.ts';
import { ChunkLoadError, reloadNow } from '#web/lib/live/new-version.ts';
import { screenAt, screenTitle } from '../screens.ts';

import * as styles from '#web/ui/messages/notice.module.css';
/** Error page for an exception in rendering; its heading is the specification's (section 8). */
export function UnexpectedError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const session = useSession();
  const isOnline = useOnline();
  const landing = session && landingPath(session.rights);
  const landingScreen = landing === undefined ? undefined : screenAt(landing);
  const { reference } = failureText(error);
  const again = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <div className={styles.empty} role="alert">
      <span className={`${styles.picture} ${styles.bad}`} aria-hidden>
        <IconAlertTriangle size={28} stroke={1.5} />
      </span>
      <h1 tabIndex={-1}>Unexpected Application Error!</h1>
      {error instanceof ChunkLoadError && (
        <p>
          {error.message}{' '}
          {isOnline
            ? 'There may be a new version: reload to get it.'
            : 'You are offline. Try again when you are connected.'}
        </p>
      )}
      <p>Your unsaved work on this page is kept.</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={again}>
          Try again
        </Button>
        {isOnline && <Button onClick={() => void reloadNow()}>Reload</Button>}
        {landing && landingScreen && (
          <ButtonLink to={landing} variant="tertiary">
            Go to {screenTitle(landingScreen)}
          </ButtonLink>
        )}
      </div>
      {reference && <Reference id={reference} />}
      <SupportContact />
    </div>
  );
}
