import { z } from 'zod';
import { Button } from '#web/ui/buttons/button.tsx';
import * as styles from './demo-sign-in.module.css';

const DemoAccount = z.object({ email: z.string(), password: z.string().optional() });

/** Account of the demo as the server wrote it into the page; undefined if it is unreadable. */
function readAccount(): z.infer<typeof DemoAccount> | undefined {
  const text = document.querySelector<HTMLMetaElement>('meta[name=demo]')?.content ?? '';
  return DemoAccount.safeParse(JSON.parse(text)).data;
}

type DemoSignInProps = { onUse: (account: { email: string; password: string }) => void };

/** Tells how to sign in to a demo, and fills in its account. */
export function DemoSignIn({ onUse }: DemoSignInProps) {
  const account = readAccount();
  if (!account) return null;
  const { email, password } = account;
  return (
    <section className={styles.demo} aria-label="Demo">
      <div>
        <p className="medium">This is a demo with invented data.</p>
        <dl>
          <dt>Email</dt>
          <dd className="monospace">{email}</dd>
          <dt>Password</dt>
          <dd className={password === undefined ? undefined : 'monospace'}>
            {password ?? 'the one you chose'}
          </dd>
        </dl>
        <p className={styles.register}>
          <a href="/register#practice">Try the register</a>, where nothing is booked.
        </p>
      </div>
      {password !== undefined && (
        <Button size="sm" onClick={() => onUse({ email, password })}>
          Fill in
        </Button>
      )}
    </section>
  );
}
