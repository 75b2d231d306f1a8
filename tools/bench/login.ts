import { randomBytes, randomUUID } from 'node:crypto';
import { hashPassword } from '@pos/api/hashing/passwords.ts';
import type { Db } from '@pos/api/db/db.ts';
import type { Product } from '../product/product.ts';
import { withDatabase } from '../product/test-database.ts';
import { atShare, benchProduct } from './measure.ts';

/** Milliseconds of one kind of refused sign-in, and responses without request ID and wait time. */
type Sample = { times: number[]; answers: Set<string> };

/** Largest difference between medians (ms). */
const MAX_MS = 10;
const SAMPLES = 200;
/** Fewer failures than cause a delay or a pause of an address (trust.md T01: 10 in 15 minutes). */
const PER_ACCOUNT = 8;
const LIMITED_AFTER = 10;
const LIMITED_SAMPLES = 20;
/** Each takes half a second: the first delayed sign-in of its own account. */
const DELAYED_SAMPLES = 80;

const KINDS = {
  unknown: 'no account with this email',
  wrong: 'a wrong password',
  inactive: 'inactive account, wrong password',
  invited: 'invited, no password yet',
  factor: 'a second factor, a wrong password',
} as const;
/** Number of addresses used. */
let addresses = 0;
/** The nth email address of a kind of account; there is none of `unknown` and `nobody`. */
const toEmail = (kind: string, number: number) => `${kind}-${number}@example.com`;

/**
 * `npm run bench -- login`: proves that a refused sign-in reveals nothing about the account (trust
 * T02), by one request at a time, alternating kinds. Each has its own address (X-Forwarded-For from
 * a trusted proxy), and no email is tried often enough to be delayed, except where that is measured.
 */
await benchProduct(async (product) => {
  await withDatabase(product.dataDir, addAccounts);
  const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];
  const refused = newSamples(kinds);
  for (let count = -PER_ACCOUNT; count < SAMPLES; count++)
    for (const kind of inTurn(kinds, Math.abs(count))) {
      const number = count < 0 ? SAMPLES : Math.floor(count / PER_ACCOUNT);
      await measure(refused, kind, product, toEmail(kind, number));
      // The first ones warm up the process.
      if (count < 0) refused.get(kind)!.times.pop();
    }
  compare('Failed sign-ins', refused);
  compare('Sign-ins from an address where the account is paused', await measureLimited(product));
  compare('Sign-ins while others guess at the account', await measureDelayed(product));
});

async function measureLimited(product: Product): Promise<Map<string, Sample>> {
  const samples = newSamples(['limited', 'nobody']);
  for (let pair = 0; pair < SAMPLES / LIMITED_SAMPLES; pair++) {
    const from = nextAddress();
    for (const kind of samples.keys())
      for (let count = 0; count < LIMITED_AFTER; count++)
        await signInWrongly(product, toEmail(kind, pair), from);
    for (let count = 0; count < LIMITED_SAMPLES; count++)
      for (const kind of inTurn([...samples.keys()], count))
        await measure(samples, kind, product, toEmail(kind, pair), from);
  }
  return samples;
}

/** Times are those beyond the faster one of two at once: other load slows both down. */
async function measureDelayed(product: Product): Promise<Map<string, Sample>> {
  const samples = newSamples(['delayed', 'nobody']);
  for (let pair = 0; pair < DELAYED_SAMPLES; pair++) {
    const email = (kind: string) => toEmail(kind, pair + SAMPLES);
    for (const kind of samples.keys())
      for (let count = 0; count < LIMITED_AFTER; count++) await signInWrongly(product, email(kind));
    await Promise.all(
      inTurn([...samples.keys()], pair).map((kind) => measure(samples, kind, product, email(kind))),
    );
    const both = [...samples.values()];
    const quickest = Math.min(...both.map(({ times }) => times.at(-1) ?? 0));
    for (const { times } of both) times.push((times.pop() ?? 0) - quickest);
  }
  return samples;
}

/** Prints the medians of a group, and exits with 1 if an outsider could tell its members apart. */
function compare(title: string, samples: Map<string, Sample>): void {
  console.log(`\n${title}`);
  const medians: number[] = [];
  for (const [kind, { times, answers }] of samples) {
    const [p10, median, p90] = [0.1, 0.5, 0.9].map((share) => atShare(times, share).toFixed(1));
    medians.push(atShare(times, 0.5));
    const name = KINDS[kind as keyof typeof KINDS] ?? kind;
    console.log(
      `  ${name.padEnd(38)}median ${median} ms, p10 ${p10}, p90 ${p90}, ${times.length} times: ${[...answers].join(' and ')}`,
    );
  }
  const difference = Math.max(...medians) - Math.min(...medians);
  const answers = new Set([...samples.values()].flatMap((sample) => [...sample.answers]));
  const isAlike = difference <= MAX_MS && answers.size === 1;
  console.log(
    `  largest difference between medians: ${difference.toFixed(1)} ms; different responses: ${answers.size - 1}${isAlike ? '' : '  <- can be told apart'}`,
  );
  if (!isAlike) process.exitCode = 1;
}

/** Adds accounts with a role without rights and passwords that are never tried. */
async function addAccounts(db: Db): Promise<void> {
  const roleId = randomUUID();
  const role = { id: roleId, name: 'Bench', description: 'Has no rights.', deletedAt: null };
  await db.insertInto('roles').values(role).execute();
  const passwordHash = await hashPassword('Right-Horse-42');
  const accounts = ['wrong', 'inactive', 'invited', 'factor', 'limited', 'delayed'].flatMap(
    (kind) =>
      Array.from({ length: SAMPLES + DELAYED_SAMPLES }, (_, number) => ({
        id: randomUUID(),
        roleId,
        email: toEmail(kind, number),
        status: kind === 'inactive' ? ('inactive' as const) : ('active' as const),
        passwordHash: kind === 'invited' ? null : passwordHash,
        firstName: 'Bench',
        lastName: 'Account',
        emailVerified: true,
        phone: null,
        secretCodeHash: null,
        wrongCodesSince: null,
        codeLockedUntil: null,
        lastLoginAt: null,
        deletedAt: null,
      })),
  );
  await db.insertInto('admins').values(accounts).execute();
  const secret = randomBytes(48);
  const withFactor = accounts.filter(({ email }) => email.startsWith('factor'));
  await db
    .insertInto('authenticators')
    .values(
      withFactor.map(({ id }) => ({ adminId: id, secret, pendingSecret: null, setUpAt: null })),
    )
    .execute();
}

function nextAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** Signs in with a wrong password and returns everything the caller can observe. */
async function signInWrongly(
  { url }: Product,
  email: string,
  from = nextAddress(),
): Promise<string> {
  const response = await fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ email, password: 'Wrong-Horse-42' }),
  });
  const { requestId: _, message, ...body } = (await response.json()) as Record<string, string>;
  const told = message?.replace(/\d+ seconds?/, 'some seconds');
  return `${response.status} ${JSON.stringify({ ...body, message: told })}`;
}

async function measure(
  samples: Map<string, Sample>,
  kind: string,
  ...attempt: Parameters<typeof signInWrongly>
): Promise<void> {
  const started = performance.now();
  const answer = await signInWrongly(...attempt);
  const sample = samples.get(kind)!;
  sample.times.push(performance.now() - started);
  sample.answers.add(answer);
}

// The measurement above runs before a constant here would be set.
function newSamples(kinds: readonly string[]): Map<string, Sample> {
  return new Map(kinds.map((kind): [string, Sample] => [kind, { times: [], answers: new Set() }]));
}

/** Rotates the members by one each time, so none is always first. */
function inTurn<Member>(members: readonly Member[], turn: number): Member[] {
  return members.map((_, index) => members[(index + turn) % members.length]!);
}
