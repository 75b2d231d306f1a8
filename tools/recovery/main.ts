import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb } from '@pos/api/db/db.ts';
import { openOffice, openRegisters, prepareFair, UNITS } from '../faults/ground.ts';
import { inTime, invariantsBrokenIn } from '../faults/part.ts';
import { sellSteadily } from '../faults/registers.ts';
import { inWords } from '../office/steps.ts';
import { brokenJournals } from '../product/journals.ts';
import { Product, PROGRAMS } from '../product/product.ts';
import { Random } from '../simulator/random.ts';
import type { Register } from '../simulator/register.ts';
import { ArchivedServer } from './archived-server.ts';

const FAIR = 'RECOVERY-01';
const REGISTERS = 2;
const SELLING_MS = 6_000;

/**
 * `npm run tool -- point-in-time`: sells on a server that pgBackRest archives, destroys its data,
 * puts it back to the moment before, and checks that nothing acknowledged by then is missing.
 */
const folder = await mkdtemp(path.join(tmpdir(), 'pos-admin-recovery-'));
let server: ArchivedServer | undefined;
let product: Product | undefined;
try {
  // Entered by the database user when this runs as root.
  await chmod(folder, 0o711);
  server = await ArchivedServer.start(folder);
  const source = path.join(folder, 'source');
  const extra = { DATABASE_URL: server.url, DATA_DIR: path.join(folder, 'product') };
  await mkdir(extra.DATA_DIR);
  product = await Product.launch('recovery', () => source, PROGRAMS.api, undefined, extra);
  const registers = await openFair(product, source);

  await timed('Full backup', () => server?.pgbackrest('backup', '--type=full'));
  await sell(registers);
  await timed('Incremental backup', () => server?.pgbackrest('backup', '--type=incr'));
  await sell(registers);
  const moment = await server.ask('select clock_timestamp()::text');
  const before = acknowledged(registers);
  await sell(registers);
  const after = acknowledged(registers) - before;
  await product.end('SIGTERM');
  await server.ask('drop table order_lines cascade');
  await server.ask('select pg_switch_wal()');
  console.log(
    `${before} orders acknowledged, ${after} more; then the lines of all orders destroyed`,
  );

  await timed(`Recovery to ${moment}`, () => server?.recoverTo(moment));
  product.begin();
  await product.untilReady();
  await compare(server.url, registers, { before, after });
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
} finally {
  await product?.end('SIGTERM');
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
}

async function openFair({ url }: Product, source: string): Promise<Register[]> {
  const journals = path.join(folder, 'registers');
  await mkdir(journals);
  const { office, cashier } = await openOffice(url, source, journals);
  await prepareFair(office, FAIR, UNITS);
  const ground = { product: { url }, office, folder: journals, cashier };
  return openRegisters(ground, FAIR, 'RECOVERY', REGISTERS);
}

async function sell(registers: readonly Register[]): Promise<void> {
  let isOver = false;
  const selling = registers.map((register, number) =>
    sellSteadily(
      register,
      { number, registers: REGISTERS },
      new Random(`recovery ${register.deviceId} ${register.memory.sold.length}`),
      () => isOver,
    ),
  );
  await sleep(SELLING_MS);
  isOver = true;
  await Promise.all(selling);
}

function acknowledged(registers: readonly Register[]): number {
  return registers.reduce((sum, { memory }) => sum + memory.acknowledged().length, 0);
}

async function timed(name: string, work: () => Promise<void> | undefined): Promise<void> {
  const begun = performance.now();
  await work();
  console.log(`${name}: ${inTime(performance.now() - begun)}`);
}

/** Exactly the orders after the moment may be missing. */
async function compare(
  url: string,
  registers: readonly Register[],
  { before, after }: { before: number; after: number },
): Promise<void> {
  const db = openDb(url, () => undefined);
  try {
    const broken = await invariantsBrokenIn(db);
    const missing = (await brokenJournals(db, registers)).filter((line) => line.startsWith('I08'));
    console.log(
      `${before + after - missing.length} of ${before} orders acknowledged by then are there, ${missing.length} of the ${after} later ones are not; invariants ${broken.length === 0 ? 'hold' : 'are violated'}`,
    );
    for (const line of broken) console.error(line);
    if (broken.length > 0 || missing.length !== after || after === 0) process.exitCode = 1;
  } finally {
    await db.destroy();
  }
}
