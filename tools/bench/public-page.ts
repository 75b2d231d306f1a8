import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { publishedTemplate, qrField, textField } from '@pos/api/testing/artwork.ts';
import { signIn, type Office } from '../office/session.ts';
import { addMissingSchool, ensureFair } from '../office/steps.ts';
import { Product, TRIAL_OWNER } from '../product/product.ts';
import { withDatabase } from '../product/trial-database.ts';

/** Times in ms, sorted; how many answers were not 200 (or 304), and how many had to be looked up in the database. */
export type PublicBench = { title: string; times: number[]; refused: number; lookups: number };

const PER_SECOND = 200;
const SECONDS = 10;
const FAIRS = 20;

/** What is asked for: the call, and the page that a visitor's browser gets. */
const CALL = '/v1/public/customized-fair';
const PAGE = '/customized-fair';

/** Opens the public pages of 20 fairs 200 times a second for 10 seconds, at a product of its own on loopback: the call and the page, each in full, then with the etag of what is known already. */
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
      await step('first look', PAGE, false, FAIRS),
      await step('page in full', PAGE, false),
      await step('page known already', PAGE, true),
      await step('call in full', CALL, false),
      await step('call known already', CALL, true),
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

/** Each request leaves at its time, whether the one before was answered or not: waiting would hide what is slow. */
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

/** What had to be looked up is counted against the address that asked. */
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
