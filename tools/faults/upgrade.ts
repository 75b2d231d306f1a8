import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Send } from '@pos/contract/client';
import { type Product, PROGRAMS } from '../product/product.ts';
import { withDatabase } from '../product/test-database.ts';
import { AnswerLog, countAnswers } from './answer-log.ts';
import { type Ground, signInClerk, startGround, startProduct, workUntil } from './ground.ts';
import { hasNextVersion, NextVersion } from './next-version.ts';
import { counted, inTime, type Part, type Run, sumUp } from './part.ts';
import { Selling } from './selling.ts';

const REGISTERS = 4;
/** Sales before, between and after the steps, in milliseconds. */
const SELL_MS = 4_000;
const CLERK_EVERY_MS = 100;
/** Answers after which a register sends the same call again (docs/registers.md). */
const AGAIN = new Set([0, 429, 502, 503, 504]);

/**
 * Replaces two processes one after the other by a next version with migrations of its own, while
 * registers sell through both in turn. In between, a process of the present version ends and starts
 * again on the schema of the next one.
 */
export const upgrade: Part = {
  name: 'upgrade',
  does: 'two processes replaced one by one by a version with migrations, while registers sell',
  run: async (run) => {
    const ground = await startGround(run, 'upgrade');
    const next = await NextVersion.make();
    run.undo.defer(() => next.remove());
    const fleet = await startFleet(run, ground);
    const selling = await Selling.open(ground, 'ROLL', {
      registers: REGISTERS,
      url: '',
      network: fleet.network,
    });
    const reads = new AnswerLog();
    const clerk = await signInClerk(ground.url, reads, 'clerk');
    const read = () => clerk.orders.list({ query: { limit: 10 } });
    selling.begin();
    const reading = workUntil(selling.isOver, CLERK_EVERY_MS, read);
    const step = async (name: string, place: number, program: string) => {
      await run.pause(SELL_MS);
      const began = performance.now();
      await fleet.replace(place, program);
      run.log(`${name}: ${inTime(performance.now() - began)}`);
    };
    await step('First process replaced by the next version, which migrates', 0, next.program);
    await step('Second process ended and started on the new schema', 1, PROGRAMS.api);
    await step('Second process replaced by the next version', 1, next.program);
    await run.pause(SELL_MS);
    await selling.end();
    await reading;
    const { all } = selling.answers;
    return sumUp(
      {
        figures: [
          `Calls of registers: ${counted(countAnswers(all))}; lists read meanwhile: ${counted(countAnswers(reads.all))}`,
        ],
        unforeseen: [
          ...all.filter(({ status }) => status >= 400 && !AGAIN.has(status)),
          ...reads.refused(),
        ].map((one) => JSON.stringify(one)),
        missed: (await ground.withDb(hasNextVersion))
          ? []
          : ['The migrations of the next version were not applied.'],
      },
      await selling.conclude(),
    );
  },
};

/**
 * Starts two processes on the database of the ground. Calls go to them in turn; one that finds its
 * process ended is repeated by the register, at the other one.
 */
async function startFleet(
  run: Run,
  { product: { dataDir } }: Ground & { product: Product },
): Promise<{
  network: (send: Send) => Send;
  replace: (place: number, program: string) => Promise<void>;
}> {
  const extra = {
    DATABASE_URL: await withDatabase(dataDir, async (_db, url) => url),
    SECRET_KEY: (await readFile(path.join(dataDir, 'secret-key'), 'utf8')).trim(),
  };
  const launch = (program: string) => startProduct(run, 'upgrade', extra, { program });
  const processes = [await launch(PROGRAMS.api), await launch(PROGRAMS.api)];
  let turn = 0;
  return {
    network: (send) => (address, init) =>
      send(`${processes[turn++ % processes.length]!.url}${address}`, init),
    replace: async (place, program) => {
      await processes[place]!.end('SIGTERM');
      processes[place] = await launch(program);
    },
  };
}
