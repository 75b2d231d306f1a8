import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#api/db/db.ts';
import { hashPassword } from '#api/hashing/passwords.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { openSessionFor } from './auth.service.ts';
import { makeLink, deriveLinkToken } from './links.ts';

type Pair = { access: { token: string }; refresh: { token: string } };

const PASSWORD = 'First-Horse-42';

/**
 * Fault F15 and invariants I11 and I12 of trust.md: a session that ends at the very moment it is
 * renewed or started.
 */
describe('sessions that end while they are renewed', async () => {
  const test = await startTestApp();
  const passwordHash = await hashPassword(PASSWORD);

  const refresh = async (pair: Pair): Promise<Pair> =>
    (await test.client().auth.refreshTokens({ body: { refreshToken: pair.refresh.token } })).data
      .token;
  const open = (id: string): Promise<Pair> => openSessionFor(test.db, test.secrets, id);
  const person = async () => {
    const { id } = await signedInWith(test, [['Devices', 'read_only']]);
    await test.db.updateTable('admins').set({ passwordHash }).where('id', '=', id).execute();
    return { id, email: `${id}@example.com` };
  };
  const resetLink = (id: string) =>
    inTransaction(test.db, async (tx) =>
      deriveLinkToken(test.secrets.linkKey, await makeLink(tx, test.secrets.linkKey, id, 'reset')),
    );
  const reset = async (token: string) => {
    const password = `Other-Horse-${uuidv7().slice(-6)}-42`;
    await test
      .client()
      .auth.resetPassword({ body: { token, password, confirmPassword: password } });
  };
  const setStatus = (id: string, status: 'active' | 'inactive') =>
    test.owner.admins.changeStatus({ params: { id }, body: { status } });

  /**
   * Renews a session several times at once, also in a chain, while `end` ends it. Returns every
   * token that was issued.
   */
  async function raced(pair: Pair, end: () => Promise<unknown>): Promise<Pair[]> {
    const given: Pair[] = [pair];
    const keep = async (renewed: Promise<Pair>) => {
      given.push(await renewed);
      return given.at(-1) ?? pair;
    };
    const renewals = [
      keep(refresh(pair)),
      keep(refresh(pair)),
      keep(refresh(pair)).then((successor) => keep(refresh(successor))),
    ];
    const [ended] = await Promise.allSettled([end(), ...renewals]);
    if (ended.status === 'rejected') throw ended.reason;
    return given;
  }

  async function expectDead(pairs: readonly Pair[]): Promise<void> {
    for (const pair of pairs) {
      await expectRefusal(test.client(pair.access.token).devices.list(), 'SESSION_REVOKED');
      await expectRefusal(refresh(pair), 'SESSION_REVOKED');
    }
  }

  type Ending = (id: string, pair: Pair) => Promise<() => Promise<unknown>>;
  it.each<[what: string, times: number, prepare: Ending]>([
    [
      'signing out',
      10,
      async (_, { refresh: { token } }) => {
        const signOut = () => test.client().auth.logout({ body: { refreshToken: token } });
        return () => signOut().then(signOut);
      },
    ],
    [
      'being ended from the list',
      5,
      async (id) => {
        const here = test.client((await open(id)).access.token);
        return () => here.auth.endOtherSessions({ body: { currentPassword: PASSWORD } });
      },
    ],
    ['a deactivation, even if reactivated', 5, async (id) => () => setStatus(id, 'inactive')],
    [
      'a password reset',
      4,
      async (id) => {
        const token = await resetLink(id);
        return () => reset(token);
      },
    ],
  ])('leave no working token after %s, %i times', async (_, times, prepare) => {
    for (let round = 0; round < times; round++) {
      const { id } = await person();
      const pair = await open(id);
      const given = await raced(pair, await prepare(id, pair));
      await expectDead(given);
      await setStatus(id, 'active');
      await expectDead(given);
    }
  });

  it('never start with an old password or for a deactivated account in a sign-in that began before', async () => {
    for (const end of ['reset', 'deactivate', 'reset']) {
      const { id, email } = await person();
      const token = await resetLink(id);
      const logins = Array.from({ length: 7 }, () =>
        test.client().auth.login({ body: { email, password: PASSWORD } }),
      );
      const [ended, ...outcomes] = await Promise.allSettled([
        end === 'reset' ? reset(token) : setStatus(id, 'inactive'),
        ...logins,
      ]);
      expect(ended.status).toBe('fulfilled');
      if (end === 'deactivate') await setStatus(id, 'active');
      await expectDead(
        outcomes.flatMap((outcome) =>
          outcome.status === 'fulfilled' ? [outcome.value.token as Pair] : [],
        ),
      );
    }
  });
});
