import type { Admin } from '@pos/contract/admins';
import type { Session } from '@pos/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#web/lib/failure.ts';
import { countOf } from '#web/lib/money.ts';
import { pathTo } from '#web/lib/paths.ts';
import { formatInstant } from '#web/lib/time.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorNotice, Skeleton } from '#web/ui/notice.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { toast } from '#web/ui/toast.tsx';
import { browserName } from './browser-name.ts';
import { ownSessions, useEndOtherSessions, useEndSession } from './profile.data.ts';
import { SecretCode } from './secret-code.tsx';

/** The password, the secret code, and everywhere that one is signed in. */
export function Security({ admin }: { admin: Admin }) {
  return (
    <>
      <Card title="Security" rows>
        <div className="security-line">
          <div>
            <p className="md">Password</p>
            <p className="hint">Choose one that you use nowhere else.</p>
          </div>
          <ButtonLink to={pathTo('change-password')}>Change password</ButtonLink>
        </div>
        <SecretCode admin={admin} />
      </Card>
      <Sessions />
    </>
  );
}

function Sessions() {
  const { data: sessions, error, refetch } = useQuery(ownSessions);
  const endOthers = useEndOtherSessions();
  const others = sessions?.filter(({ current }) => !current).length ?? 0;
  const signOutElsewhere = async (): Promise<void> => {
    try {
      const ended = await endOthers.mutateAsync();
      toast.ok({ title: 'Signed out everywhere else', detail: countOf(ended, 'device', 'devices') });
    } catch (refusal) {
      toast.bad({ title: 'Nothing was signed out', detail: failureText(refusal).message });
    }
  };
  return (
    <Card
      title="Sessions"
      {...(sessions && { count: sessions.length })}
      aside={
        others > 0 && (
          <Button size="sm" variant="danger" busy={endOthers.isPending && 'Signing out…'} onClick={() => void signOutElsewhere()}>
            Sign out everywhere else
          </Button>
        )
      }
      rows
    >
      {sessions ? (
        <ul className="sessions">
          {sessions.map((session) => (
            <SessionLine key={session.id} session={session} />
          ))}
        </ul>
      ) : error ? (
        <ErrorNotice what="Your sessions" error={error} retry={() => void refetch()} />
      ) : (
        <div className="sessions-wait" aria-hidden>
          <Skeleton width="50%" />
          <Skeleton width="70%" />
        </div>
      )}
    </Card>
  );
}

function SessionLine({ session: { id, userAgent, ip, createdAt, lastUsedAt, current } }: { session: Session }) {
  const end = useEndSession();
  const [failure, setFailure] = useState<string>();
  const name = browserName(userAgent);
  const signOut = async (): Promise<void> => {
    try {
      await end.mutateAsync(id);
      toast.ok({ title: 'Signed out', detail: name });
    } catch (error) {
      setFailure(failureText(error).message);
    }
  };
  return (
    <li>
      <div>
        <p className="row wrap">
          <span className="md">{name}</span>
          {current && <StatusPill status={{ label: 'This one', meaning: 'ok' }} />}
        </p>
        <p className="meta">
          {ip} · last active <Ago at={lastUsedAt} /> · signed in {formatInstant(createdAt)}
        </p>
        {failure && <p className="ferr">{failure}</p>}
      </div>
      {!current && (
        <Button size="sm" variant="quiet" busy={end.isPending && 'Signing out…'} aria-label={`Sign out ${name}`} onClick={() => void signOut()}>
          Sign out
        </Button>
      )}
    </li>
  );
}
