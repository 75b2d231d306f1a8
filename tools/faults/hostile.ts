import { readSecrets } from '@pos/api/secrets.ts';
import { CALLS } from '@pos/api/testing/contract-fields.ts';
import { hostileGround } from '@pos/api/testing/hostile-ground.ts';
import type { HostileRequest } from '@pos/api/testing/hostile-requests.ts';
import { HostileRun } from '@pos/api/testing/hostile-run.ts';
import { HOSTILE_VALUES } from '@pos/api/testing/hostile-values.ts';
import type { TestApi } from '@pos/api/testing/test-api.ts';
import type { Db } from '@pos/api/db/db.ts';
import { api } from '@pos/contract/api';
import { createClient } from '@pos/contract/client';
import { sendTo } from '../office/http.ts';
import { type Product, TRIAL_OWNER } from '../product/product.ts';
import { withDatabase } from '../product/test-database.ts';
import { onGround } from './ground.ts';
import { brokenInvariants, inTime, type Part, type PartReport, quantile } from './part.ts';

/** Maximum duration of a call, in milliseconds. */
const MAX_MS = 2_000;
/** Features covered by a short run. */
const FEW = ['devices', 'orders', 'register'];

/** Sends every hostile value in every field of every call to a product, and measures each call. */
export const hostile: Part = {
  name: 'hostile',
  does: 'every hostile value in every field of every call; no call may take more than 2 s',
  run: ({ seed, isShort }, log) =>
    onGround({ name: 'hostile', seed }, log, ({ product }) =>
      withDatabase(product.dataDir, async (db) => attack(product, db, isShort)),
    ),
};

async function attack(product: Product, db: Db, isShort: boolean): Promise<PartReport> {
  const ground = await hostileGround(await testApiOf(product, db));
  const run = new HostileRun(ground, sendingTo(product.url));
  const calls = CALLS.filter(({ name }) => !isShort || FEW.includes(name.split('.')[0] ?? ''));
  const unforeseen: string[] = [];
  for (const call of calls)
    unforeseen.push(...(await run.refused(call)), ...(await run.taken(call)));
  const { requests, refused, taken, times, slowestMs, slowest } = run.figures;
  const missed = times.filter((ms) => ms > MAX_MS).length;
  return {
    figures: [
      `${calls.length} calls, ${HOSTILE_VALUES.size} values, ${requests} requests: ${refused} refused, ${taken} taken`,
      `p50 ${inTime(quantile(times, 0.5))}, p99 ${inTime(quantile(times, 0.99))}, slowest ${inTime(slowestMs)} (${slowest})`,
    ],
    broken: await brokenInvariants(product),
    unforeseen,
    missed: missed === 0 ? [] : [`${missed} calls took more than ${inTime(MAX_MS)}: ${slowest}.`],
  };
}

/** Connects the test helpers to a product in another process. */
async function testApiOf(product: Product, db: Db): Promise<TestApi> {
  const send = (token?: string) => sendTo(product.url, () => token);
  const client = (token?: string) => createClient(api, send(token));
  const { token } = await client().auth.login({ body: TRIAL_OWNER });
  const { id } = await db
    .selectFrom('admins')
    .select('id')
    .where('email', '=', TRIAL_OWNER.email)
    .executeTakeFirstOrThrow();
  return {
    db,
    secrets: await readSecrets(product.dataDir),
    client,
    send,
    owner: client(token.access.token),
    ownerId: id,
    ownerToken: token.access.token,
  };
}

/** Sends over the network; a broken connection counts as no response, which is a fault. */
function sendingTo(url: string) {
  return async ({ method, url: path, headers, payload }: HostileRequest) => {
    const body = typeof payload === 'string' ? payload : payload && new Uint8Array(payload);
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers,
        ...(body !== undefined && { body }),
      });
      return { statusCode: answer.status, body: await answer.text() };
    } catch (error) {
      return { statusCode: 599, body: String(error) };
    }
  };
}
