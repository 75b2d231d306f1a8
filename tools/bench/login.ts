import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { hashPassword } from '@pos/api/hashing/passwords.ts';
import type { Db } from '@pos/api/db/db.ts';
import { Product } from '../product/product.ts';
import { withDatabase } from '../product/test-database.ts';

/**
 * Measurements of one kind of failed sign-in: milliseconds, and responses without request ID and
 * wait time.
 */
type Sample = { times: number[]; answers: Set<string> };
/** Kinds of failed sign-in that an outsider must not be able to distinguish. */
export type Bench = { title: string; samples: Map<string, Sample> };

const SAMPLES = 200;
/**
 * Failures per account, fewer than cause a delay or a pause of an address (trust.md T01: 10 in 15
 * minutes).
 */
const PER_ACCOUNT = 8;
const LIMITED_AFTER = 10;
const LIMITED_SAMPLES = 20;
/** Each takes half a second: the first delayed sign-in of its own account. */
const DELAYED_SAMPLES = 80;
const WARM_UP = 5;
const WRONG = 'Wrong-Horse-42';

type Kind = 'unknown' | 'wrong' | 'inactive' | 'invited';
const KINDS: Record<Kind, string> = {
  unknown: 'no account with this email',
  wrong: 'a wrong password',
  inactive: 'inactive account, wrong password',
  invited: 'invited, no password yet',
};

/**
 * Measures how long a separate product takes to refuse a sign-in, one request at a time,
 * alternating kinds. Each request has its own address (X-Forwarded-For from a trusted proxy), and
 * no email is tried often enough to be limited or delayed, except where that is measured.
 */
export async function benchLogin(say: (line: string) => void): Promise<Bench[]> {
  // The product trusts one proxy, as behind a load balancer: this program.
  process.env['TRUST_PROXY'] = '1';
  const product = await Product.launch('bench', () => '');
  try {
    const emails = emailsOf(SAMPLES / PER_ACCOUNT);
    await withDatabase(product.dataDir, (db) => addAccounts(db, emails));
    const attempt: Attempt = (email, from) => signInWrongly(product.url, email, from);
    for (let count = 0; count < WARM_UP; count++) await attempt(`warm-up-${count}@example.com`);
    say(`${SAMPLES} wrong sign-ins of each kind`);
    const refused = await benchRefused(attempt, emails);
    say(`${SAMPLES} sign-ins from an address where the account is paused`);
    const limited = await benchLimited(attempt);
    say(`${DELAYED_SAMPLES} sign-ins delayed by guesses from elsewhere`);
    const delayed = await benchDelayed(attempt);
    return [refused, limited, delayed];
  } finally {
    await product.remove();
  }
}

/** Signs in with a wrong password, from a new address unless one is given. */
type Attempt = (email: string, from?: string) => Promise<string>;

async function benchRefused(attempt: Attempt, emails: Record<Kind, string[]>): Promise<Bench> {
  const bench = newBench('Failed sign-ins', Object.values(KINDS));
  for (let count = 0; count < SAMPLES; count++) {
    for (const kind of inTurn(Object.keys(KINDS) as Kind[], count)) {
      const email = emails[kind][count % emails[kind].length] ?? '';
      await measure(bench, KINDS[kind], () => attempt(email));
    }
  }
  return bench;
}

const EXISTS = ['with an account', 'without an account'] as const;
type Pair = [(typeof EXISTS)[number], string][];

/** Returns an email of an account and one without an account. */
function pairOf(kind: 'limited' | 'delayed', pair: number): Pair {
  return [
    [EXISTS[0], `${kind}-${pair}@example.com`],
    [EXISTS[1], `${kind}-nobody-${pair}@example.com`],
  ];
}

async function benchLimited(attempt: Attempt): Promise<Bench> {
  const bench = newBench('Sign-ins from an address where the account is paused', EXISTS);
  for (let pair = 0; pair < SAMPLES / LIMITED_SAMPLES; pair++) {
    const emails = pairOf('limited', pair);
    const from = nextAddress();
    for (const [, email] of emails)
      for (let count = 0; count < LIMITED_AFTER; count++) await attempt(email, from);
    for (let count = 0; count < LIMITED_SAMPLES; count++)
      for (const [name, email] of inTurn(emails, count))
        await measure(bench, name, () => attempt(email, from));
  }
  return bench;
}

async function benchDelayed(attempt: Attempt): Promise<Bench> {
  const bench = newBench(
    'Sign-ins while others guess at the account, beyond the faster of both',
    EXISTS,
  );
  for (let pair = 0; pair < DELAYED_SAMPLES; pair++) {
    const emails = pairOf('delayed', pair);
    for (const [, email] of emails)
      for (let count = 0; count < LIMITED_AFTER; count++) await attempt(email);
    // Runs both at once and judges each by its time beyond the faster one: other load on the
    // computer slows both down.
    await Promise.all(
      inTurn(emails, pair).map(([name, email]) => measure(bench, name, () => attempt(email))),
    );
    beyondTheQuicker([...bench.samples.values()]);
  }
  return bench;
}

/** Subtracts the fastest of the last times from each last time. */
function beyondTheQuicker(samples: readonly Sample[]): void {
  const quickest = Math.min(...samples.map(({ times }) => times.at(-1) ?? 0));
  for (const { times } of samples) times.push((times.pop() ?? 0) - quickest);
}

function emailsOf(count: number): Record<Kind, string[]> {
  return Object.fromEntries(
    Object.keys(KINDS).map((kind) => [
      kind,
      Array.from({ length: count }, (_, index) => `${kind}-${index}@example.com`),
    ]),
  ) as Record<Kind, string[]>;
}

/**
 * Adds accounts of every kind except the unknown, with a role without rights and passwords that are
 * never tried.
 */
async function addAccounts(db: Db, emails: Record<Kind, string[]>): Promise<void> {
  const roleId = randomUUID();
  await db
    .insertInto('roles')
    .values({ id: roleId, name: 'Bench', description: 'Has no rights.', deletedAt: null })
    .execute();
  const passwordHash = await hashPassword('Right-Horse-42');
  const row = (email: string, status: 'active' | 'inactive', hash: string | null) => ({
    id: randomUUID(),
    roleId,
    email,
    status,
    passwordHash: hash,
    firstName: 'Bench',
    lastName: 'Account',
    emailVerified: true,
    phone: null,
    secretCodeHash: null,
    wrongCodesSince: null,
    codeLockedUntil: null,
    lastLoginAt: null,
    deletedAt: null,
  });
  const tried = (kind: 'limited' | 'delayed', count: number) =>
    Array.from({ length: count }, (_, pair) =>
      row(`${kind}-${pair}@example.com`, 'active', passwordHash),
    );
  const locked = [
    ...tried('limited', SAMPLES / LIMITED_SAMPLES),
    ...tried('delayed', DELAYED_SAMPLES),
  ];
  await db
    .insertInto('admins')
    .values([
      ...locked,
      ...emails.wrong.map((email) => row(email, 'active', passwordHash)),
      ...emails.inactive.map((email) => row(email, 'inactive', passwordHash)),
      ...emails.invited.map((email) => row(email, 'active', null)),
    ])
    .execute();
}

let addresses = 0;

function nextAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** Signs in with a wrong password and returns everything the caller can observe. */
async function signInWrongly(url: string, email: string, from = nextAddress()): Promise<string> {
  const response = await fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ email, password: WRONG }),
  });
  const {
    requestId: _,
    message,
    ...body
  } = (await response.json()) as { requestId: string; message: string };
  return `${response.status} ${JSON.stringify({ ...body, message: message.replace(/\d+ seconds?/, 'some seconds') })}`;
}

async function measure(
  { samples }: Bench,
  name: string,
  attempt: () => Promise<string>,
): Promise<void> {
  const sample = samples.get(name);
  if (!sample) throw new Error(`There are no measurements of "${name}".`);
  const started = performance.now();
  const answer = await attempt();
  sample.times.push(performance.now() - started);
  sample.answers.add(answer);
}

function newBench(title: string, names: readonly string[]): Bench {
  return {
    title,
    samples: new Map(names.map((name) => [name, { times: [], answers: new Set<string>() }])),
  };
}

/** Rotates the members by one each time, so none is always first. */
function inTurn<Member>(members: readonly Member[], turn: number): Member[] {
  return members.map((_, index) => members[(index + turn) % members.length] as Member);
}
