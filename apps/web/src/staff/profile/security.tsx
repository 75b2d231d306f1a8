import type { Admin } from '@pos/contract/staff/admins';
import { EndSessions, type Session } from '@pos/contract/staff/sign-in';
import { formatInstant } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pathTo } from '#web/lib/api/paths.ts';
import { Ago } from '#web/ui/values/ago.tsx';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PasswordField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Skeleton, Unloaded } from '#web/ui/messages/notice.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { browserName } from '#web/lib/session/browser-name.ts';
import { HERE } from '#web/lib/input/time.ts';
import { ownSessions, useEndOtherSessions, useEndSession } from './profile.data.ts';
import { SecretCode } from './secret-code.tsx';
import * as styles from './profile.module.css';

/** Password, secret code and sessions of the user. */
export function Security({ admin }: { admin: Admin }) {
  return (
    <>
      <Card title="Security" rows>
        {admin.hasPassword && (
          <div className={styles.securityLine}>
            <div>
              <p className="medium">Password</p>
              <p className="caption">Choose one you do not use anywhere else.</p>
            </div>
            <ButtonLink to={pathTo('change-password')}>Change password</ButtonLink>
          </div>
        )}
        <SecretCode admin={admin} />
      </Card>
      <Sessions hasPassword={admin.hasPassword} />
    </>
  );
}

/** Sessions to end: one by its name, or all except this one. */
type Ending = { id: string; name: string } | 'others';

/** Number of sessions listed at first, this one among them. */
const SHOWN = 5;

function Sessions({ hasPassword }: { hasPassword: boolean }) {
  const { data: sessions, error, refetch } = useQuery(ownSessions);
  const { opened: ending, key, open: setEnding, close } = useOpened<Ending>();
  const others = sessions?.filter(({ current }) => !current).length ?? 0;
  return (
    <Card
      title="Sessions"
      {...(sessions && { count: sessions.length })}
      aside={
        others > 0 && (
          <Button size="sm" onClick={() => setEnding('others')}>
            Sign out everywhere else
          </Button>
        )
      }
      rows
    >
      {sessions ? (
        <SessionList sessions={sessions} onEnd={setEnding} />
      ) : (
        <Unloaded what="Your sessions" error={error} retry={refetch}>
          <div className={styles.sessionsWait} aria-hidden>
            <Skeleton width="50%" />
            <Skeleton width="70%" />
          </div>
        </Unloaded>
      )}
      {ending && (
        <EndSessionsDialog key={key} hasPassword={hasPassword} ending={ending} onClose={close} />
      )}
    </Card>
  );
}

type SessionListProps = { sessions: readonly Session[]; onEnd: (ending: Ending) => void };

function SessionList({ sessions, onEnd }: SessionListProps) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <>
      <ul className={`${styles.sessions} lined`}>
        {sessions
          .toSorted((one, other) => Number(other.current) - Number(one.current))
          .slice(0, showsAll ? undefined : SHOWN)
          .map((session) => (
            <SessionLine key={session.id} session={session} onEnd={onEnd} />
          ))}
      </ul>
      {sessions.length > SHOWN && (
        <div className={styles.more}>
          <Button size="sm" variant="tertiary" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer' : `Show all ${sessions.length} sessions`}
          </Button>
        </div>
      )}
    </>
  );
}

type SessionLineProps = { session: Session; onEnd: (ending: Ending) => void };

function SessionLine({
  session: { id, userAgent, ip, createdAt, lastUsedAt, current },
  onEnd,
}: SessionLineProps) {
  const name = browserName(userAgent);
  return (
    <li>
      <div>
        <p className="row wrapping">
          <span className="medium">{name}</span>
          {current && <StatusPill status={{ label: 'This device', meaning: 'ok' }} />}
        </p>
        <p className="caption">
          {ip} · last active <Ago at={lastUsedAt} /> · signed in {formatInstant(createdAt, HERE)}
        </p>
      </div>
      {!current && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Sign out ${name}`}
          onClick={() => onEnd({ id, name })}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

type EndSessionsDialogProps = { hasPassword: boolean; ending: Ending; onClose: () => void };

/**
 * Asks for the password, or for a proof of who has none; otherwise anyone at an unattended session could
 * end all others.
 */
function EndSessionsDialog({ hasPassword, ending, onClose }: EndSessionsDialogProps) {
  const endOne = useEndSession();
  const endOthers = useEndOtherSessions();
  const save = async (body: EndSessions): Promise<string> => {
    if (ending === 'others')
      return pluralize(await endOthers.mutateAsync(body), 'device', 'devices');
    await endOne.mutateAsync({ id: ending.id, ...body });
    return ending.name;
  };
  const isAll = ending === 'others';
  return (
    <FormDialog
      title={isAll ? 'Sign out everywhere else' : `Sign out ${ending.name}`}
      onClose={onClose}
      schema={EndSessions}
      values={{ currentPassword: '' }}
      isDanger
      save={save}
      onSaved={(detail) => {
        toast.ok({ title: isAll ? 'Signed out everywhere else' : 'Signed out', detail });
        onClose();
      }}
      submitLabel="Sign out"
      busyLabel="Signing out…"
    >
      {hasPassword ? (
        <PasswordField
          name="currentPassword"
          label="Your password"
          autoComplete="current-password"
        />
      ) : (
        <p>You sign in at your company: it may ask you once more.</p>
      )}
    </FormDialog>
  );
}
