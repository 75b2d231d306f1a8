import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { publishedTemplate, qrField, textField } from '@pos/api/testing/artwork.ts';
import { signIn, type Office } from '../office/session.ts';
import { addMissingSchool, ensureFair } from '../office/steps.ts';
import { Product, TRIAL_OWNER } from '../product/product.ts';
import { withDatabase } from '../product/test-database.ts';

/**
 * Sorted times in ms; number of responses other than 200 (or 304), and number of database lookups.
 */
export type PublicBench = { title: string; times: number[]; refused: number; lookups: number };

const PER_SECOND = 200;
const SECONDS = 10;
const FAIRS = 20;

/** Requested addresses: the call, and the page for a visitor's browser. */
const CALL = '/v1/public/customized-fair';
const PAGE = '/customized-fair';

/**
 * Requests the public pages of 20 fairs 200 times a second for 10 seconds from a separate product
 * on loopback: call and page, first in full, then with a known ETag.
 */
export async function benchPublicPage(say: (line: string) => void): Promise<PublicBench[]> {
  const product = await Product.launch('bench', () => '');
  try {
    const addresses = await publishFairs(await signIn(product.url, TRIAL_OWNER));
    say(
      `The public pages of ${FAIRS} fairs, ${PER_SECOND} requests a second for ${SECONDS} seconds`,
    );
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    const etags = new Map<string, string>();
    const ask = (path: string, known: boolean) =>
      asked(agent, product.url + path, known ? etags.get(path) : undefined);
    const step = async (
      title: string,
      prefix: typeof CALL | typeof PAGE,
      known: boolean,
      count = PER_SECOND * SECONDS,
    ): Promise<PublicBench> => {
      const before = await lookupsOf(product);
      const answers = await atRate(addresses, count, async (address) => {
        const path = `${prefix}/${address}`;
        const answer = await ask(path, known);
        if (answer.etag) etags.set(path, answer.etag);
        return answer;
      });
      return {
        title,
        times: answers.map(({ ms }) => ms).toSorted((a, b) => a - b),
        refused: answers.filter(({ status }) => status !== 200 && status !== 304).length,
        lookups: (await lookupsOf(product)) - before,
      };
    };
    const all = [
      await step('first request', PAGE, false, FAIRS),
      await step('full page', PAGE, false),
      await step('page with a known ETag', PAGE, true),
      await step('full call', CALL, false),
      await step('call with a known ETag', CALL, true),
    ];
    agent.destroy();
    return all;
  } finally {
    await product.remove();
  }
}

async function publishFairs(office: Office): Promise<string[]> {
  const { client } = office;
  await addMissingSchool(office, 'BENCH', () => ({
    identifier: 'BENCH',
    name: 'Bench Elementary',
    address: '1 Lake Rd',
    city: 'Ada',
    state: 'MI',
    zip: '49301',
  }));
  const [admin] = (await client.admins.getAdmins({ query: {} })).data;
  if (!admin) throw new Error('There is no admin.');
  const template = await publishedTemplate({ owner: client }, 'Flyer', [
    textField('fair_name', 120),
    textField('dates', 180),
    qrField(),
  ]);
  const addresses: string[] = [];
  for (let at = 0; at < FAIRS; at++) {
    const identifier = `BENCH-${at}`;
    const fair = await ensureFair(office, {
      schoolIdentifier: 'BENCH',
      identifier,
      name: `Bench Fair ${at}`,
      address: '1 Lake Rd',
      startDate: '2031-03-03',
      endDate: '2031-03-07',
      salesTaxRate: 6,
      adminId: admin.value,
      packageOption: 6,
    });
    await client.customizations.generateUrl({
      body: { fairId: fair.id, templateIds: [template.id] },
    });
    addresses.push(`BENCH/${identifier}`);
  }
  return addresses;
}

type Answered = { status: number; ms: number; etag: string | undefined };

/**
 * Sends each request on schedule, whether or not the last one was answered: waiting would hide slow
 * responses.
 */
async function atRate(
  addresses: readonly string[],
  most: number,
  ask: (address: string) => Promise<Answered>,
): Promise<Answered[]> {
  const started = performance.now();
  const answers: Promise<Answered>[] = [];
  for (let count = 0; count < most; count++) {
    const wait = started + (count * 1_000) / PER_SECOND - performance.now();
    if (wait > 1) await sleep(wait);
    answers.push(ask(addresses[count % addresses.length]!));
  }
  return Promise.all(answers);
}

function asked(agent: Agent, url: string, etag: string | undefined): Promise<Answered> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { agent, headers: { 'accept-encoding': 'gzip', ...(etag && { 'if-none-match': etag }) } },
      (response) => {
        response.resume();
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            ms: performance.now() - started,
            etag: response.headers.etag,
          }),
        );
      },
    );
    call.on('error', reject);
    call.end();
  });
}

/** Counts the database lookups, which are rate-limited by address. */
function lookupsOf(product: Product): Promise<number> {
  return withDatabase(product.dataDir, async (db) => {
    const { count } = await db
      .selectFrom('attempts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('kind', '=', 'page-ip')
      .executeTakeFirstOrThrow();
    return count;
  });
}
