import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { api } from '@pos/contract/api';
import { createClient } from '@pos/contract/client';
import { quantile } from '../../faults/part.ts';
import { type Ground, onGround, openRegisters, prepareFair, UNITS } from '../../faults/ground.ts';
import { sellThrough } from '../../faults/registers.ts';
import { sendTo } from '../../office/http.ts';
import { inWords } from '../../office/steps.ts';
import { Product, PROGRAMS, TRIAL_OWNER } from '../../product/product.ts';
import { withDatabase } from '../../product/test-database.ts';

/**
 * `npm run bench -- workers`: requests per second with WORKERS=1 and with more, in turn, on one
 * database.
 */
const FAIR = 'WORKERS-01';
const SELL_MS = 8_000;
const REGISTERS = 3;
const CONNECTIONS = 16;
const ROUNDS = 3;
const CALLS = {
  'list of orders': '/v1/orders?limit=20',
  'list of payments': '/v1/payments?limit=20',
  dashboard: '/v1/dashboard',
} as const;

type Load = { perSecond: number; p50: number; p99: number };

try {
  const { values } = parseArgs({
    options: {
      workers: { type: 'string', default: String(Math.max(2, availableParallelism())) },
      seconds: { type: 'string', default: '4' },
    },
  });
  const say = (line: string) => console.log(line);
  await onGround({ name: 'workers', seed: '1' }, say, async (ground) => {
    await sellSome(ground);
    await compare(ground, values.workers, Number(values.seconds) * 1_000);
  });
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
}

async function sellSome(ground: Ground): Promise<void> {
  await prepareFair(ground.office, FAIR, UNITS);
  const registers = await openRegisters(ground, FAIR, 'BENCH', REGISTERS);
  const until = performance.now() + SELL_MS;
  await Promise.all(
    registers.map((register, number) =>
      sellThrough(
        register,
        { number, registers: REGISTERS },
        ground.random.fork(register.deviceId),
        () => performance.now() > until,
      ),
    ),
  );
  for (const register of registers) await register.memory.close();
}

async function compare({ product }: Ground, workers: string, forMs: number): Promise<void> {
  const url = await withDatabase(product.dataDir, async (_db, databaseUrl) => databaseUrl);
  const secretKey = await readFile(path.join(product.dataDir, 'secret-key'), 'utf8');
  const extra = { DATABASE_URL: url, SECRET_KEY: secretKey.trim(), WORKERS: workers };
  const several = await Product.launch('workers', () => '', PROGRAMS.api, undefined, extra);
  try {
    console.log(`${CONNECTIONS} connections, ${ROUNDS} rounds of ${forMs / 1_000} s each in turn`);
    for (const [name, address] of Object.entries(CALLS)) {
      const one: Load[] = [];
      const more: Load[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        one.push(await load(product.url, address, forMs));
        more.push(await load(several.url, address, forMs));
      }
      const [before, after] = [middleOf(one), middleOf(more)];
      console.log(
        `${name}: WORKERS=1 ${inFigures(before)}; WORKERS=${workers} ${inFigures(after)}; ratio ${(after.perSecond / before.perSecond).toFixed(2)}`,
      );
    }
  } finally {
    await several.remove();
  }
}

/** The round with the middle number of requests. */
function middleOf(rounds: readonly Load[]): Load {
  return rounds.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(rounds.length / 2)]!;
}

function inFigures({ perSecond, p50, p99 }: Load): string {
  return `${perSecond.toFixed(0)} a second (p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms)`;
}

/** Repeats a call on all connections for some time, as the owner. */
async function load(url: string, address: string, forMs: number): Promise<Load> {
  const { token } = await createClient(api, sendTo(url)).auth.login({ body: TRIAL_OWNER });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const headers = { authorization: `Bearer ${token.access.token}` };
  const times: number[] = [];
  const call = () =>
    new Promise<void>((resolve, reject) => {
      const began = performance.now();
      const sent = request(`${url}${address}`, { agent, headers }, (answer) => {
        answer.resume().on('end', () => {
          times.push(performance.now() - began);
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`${address} answered ${answer.statusCode}.`));
        });
      });
      sent.on('error', reject).end();
    });
  const work = async (until: number) => {
    while (performance.now() < until) await call();
  };
  const all = (ms: number) => {
    const until = performance.now() + ms;
    return Promise.all(Array.from({ length: CONNECTIONS }, () => work(until)));
  };
  await all(500);
  times.length = 0;
  const began = performance.now();
  await all(forMs);
  const seconds = (performance.now() - began) / 1_000;
  agent.destroy();
  await sleep(100);
  return {
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}
