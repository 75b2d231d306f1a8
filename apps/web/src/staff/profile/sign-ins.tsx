import type { SignInEntry, SignInKind } from '@pos/contract/staff/activity';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ActivityPages } from '#web/staff/activity/activity-pages.tsx';
import { browserName } from '#web/lib/session/browser-name.ts';
import { Ago } from '#web/ui/values/ago.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/messages/notice.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { ownSignIns } from './profile.data.ts';
import * as styles from './profile.module.css';

const WORDS: Record<SignInKind, string> = {
  signed_in: 'Signed in',
  sign_in_refused: 'A sign-in was refused',
  sign_in_paused: 'Too many wrong passwords: sign-ins from there are paused',
  sign_in_refusals_unlisted: 'More sign-ins were refused this hour than are shown',
  session_reused: 'A copied session was used and has been ended',
  password_refused: 'A wrong password was entered to confirm a change',
};

/** Kinds that need attention, with their label. */
const WARNINGS: Partial<Record<SignInKind, string>> = {
  sign_in_paused: 'Password guessing',
  sign_in_refusals_unlisted: 'Password guessing',
  session_reused: 'Copied',
};

/** Sign-ins and attempts on the user's own account, newest first, with address and browser. */
export function SignIns() {
  const query = useInfiniteQuery(ownSignIns);
  return (
    <Card title="Sign-ins" intro="Was that not you? Change your password." rows>
      <ActivityPages query={query} what="Your sign-ins" nothing={<Empty title="No sign-in yet" />}>
        {(entries) => (
          <ol className={`${styles.signIns} lined`}>
            {entries.map((entry) => (
              <Line key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </ActivityPages>
    </Card>
  );
}

function Line({ entry: { at, kind, ip, browser } }: { entry: SignInEntry }) {
  const warning = WARNINGS[kind];
  return (
    <li>
      <p className="row wrapping">
        <span>{WORDS[kind]}</span>
        {warning && <StatusPill status={{ label: warning, meaning: 'bad' }} />}
      </p>
      <p className="caption">
        {browserName(browser)}
        {ip && ` · ${ip}`} · <Ago at={at} />
      </p>
    </li>
  );
}
