import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@pos/contract/api';
import { type Client, createClient } from '@pos/contract/client';
import { sendTo } from '../office/http.ts';
import { brokenJournals } from '../product/journals.ts';
import { TRIAL_OWNER } from '../product/product.ts';
import { runningPostmaster, withDatabase } from '../product/test-database.ts';
import { agrees, compareWithServer } from '../simulator/compare.ts';
import type { Register } from '../simulator/register.ts';
import { AnswerLog, type Answered, countRefusals } from './answer-log.ts';
import { type Ground, onGround, openRegisters, prepareFair, UNITS } from './ground.ts';
import { brokenInvariants, counted, inTime, type Part, type PartReport } from './part.ts';
import { killTree } from './process-tree.ts';
import { sellSteadily } from './registers.ts';
import { SmallDisk } from './small-disk.ts';

const MB = 1_048_576;
const DISK_MB = 320;
/** Space left to the sales, which they fill. */
const LEFT_BYTES = 6 * MB;
const FAIR = 'DISK-01';
const REGISTERS = 3;
/** Longest time until the sales fill the rest, and the time that the disk stays full. */
const FILLED_WITHIN_MS = 180_000;
const FULL_MS = 12_000;
/** Maximum time from free space to the next sale and the next save. */
const MAX_RESUME_MS = 10_000;
const GIVE_UP_MS = 60_000;
const CLERK_EVERY_MS = 400;
const ORDERS = '/v1/pos/orders';

/** Rounds of the run, by what happens while the disk is full. */
const ROUNDS = {
  filled: 'filled by sales',
  whole: 'filled to the last byte',
  killed: 'filled to the last byte, and PostgreSQL killed',
} as const;
type Round = keyof typeof ROUNDS;

/**
 * Fills a small disk with the database and the data folder on it, three times, while registers sell
 * and a clerk saves. Checks that every refusal gives its reason, that nothing acknowledged is lost,
 * and that selling resumes once there is space.
 */
export const disk: Part = {
  name: 'disk',
  does: 'a small file system that runs full under the database; sales go on once there is space',
  run: async ({ seed }, log) => {
    const small = await SmallDisk.mount(DISK_MB);
    try {
      const extra = { DATA_DIR: small.folder };
      return await onGround({ name: 'disk', seed, extra, journals: small.beside }, log, (ground) =>
        fill(ground, small, log),
      );
    } finally {
      await small.remove();
    }
  },
};

async function fill(
  ground: Ground,
  small: SmallDisk,
  log: (line: string) => void,
): Promise<PartReport> {
  const { product, office, random } = ground;
  await prepareFair(office, FAIR, UNITS);
  const sales = new AnswerLog();
  const registers = await openRegisters(ground, FAIR, 'DISK', REGISTERS, {
    network: sales.network,
  });
  const clerk = await Clerk.signIn(product.url);
  let isOver = false;
  const working = [
    ...registers.map((register, number) =>
      sellSteadily(
        register,
        { number, registers: REGISTERS },
        random.fork(register.deviceId),
        () => isOver,
      ),
    ),
    clerk.work(() => isOver),
  ];
  const rounds: RoundReport[] = [];
  try {
    for (const round of Object.keys(ROUNDS) as Round[]) {
      const report = await fillOnce({ ground, small, sales, clerk }, round);
      log(inWords(report));
      rounds.push(report);
    }
  } finally {
    isOver = true;
    await small.release();
    await Promise.all(working);
  }
  return reportOf(ground, small, registers, rounds);
}

type Scene = { ground: Ground; small: SmallDisk; sales: AnswerLog; clerk: Clerk };
type RoundReport = {
  round: Round;
  /** Time until the first refusal. */
  filledMs: number;
  refusedSales: Answered[];
  refusedSaves: Answered[];
  /** Reads of the clerk that were answered while the disk was full, and all of them. */
  reads: { answered: number; all: number };
  /** Time from free space to the next acknowledged sale and the next save; undefined: never. */
  sellingMs: number | undefined;
  savingMs: number | undefined;
};

async function fillOnce(
  { ground, small, sales, clerk }: Scene,
  round: Round,
): Promise<RoundReport> {
  const begun = performance.now();
  await small.occupy(round === 'filled' ? LEFT_BYTES : 0);
  while (sales.refused(begun).length === 0) {
    if (performance.now() - begun > FILLED_WITHIN_MS)
      throw new Error(`The sales did not fill the disk: ${await small.free()} bytes are free.`);
    await sleep(50);
  }
  const filledMs = performance.now() - begun;
  if (round === 'killed') {
    const postmaster = await runningPostmaster(ground.product.dataDir);
    if (postmaster) await killTree(postmaster.pid);
  }
  await sleep(FULL_MS);
  await small.release();
  const freed = performance.now();
  const resumed = () => ({
    selling: sales.firstSuccess(freed, ORDERS),
    saving: clerk.saves.firstSuccess(freed),
  });
  while (performance.now() - freed < GIVE_UP_MS) {
    const { selling, saving } = resumed();
    if (selling !== undefined && saving !== undefined) break;
    await sleep(50);
  }
  const { selling, saving } = resumed();
  const reads = clerk.reads.all.filter(({ at }) => at >= begun + filledMs && at < freed);
  return {
    round,
    filledMs,
    refusedSales: sales.refused(begun),
    refusedSaves: clerk.saves.refused(begun),
    reads: { answered: reads.filter(({ status }) => status === 200).length, all: reads.length },
    sellingMs: selling && selling - freed,
    savingMs: saving && saving - freed,
  };
}

async function reportOf(
  { product, office, random }: Ground,
  small: SmallDisk,
  registers: readonly Register[],
  rounds: readonly RoundReport[],
): Promise<PartReport> {
  const comparison = await compareWithServer(office, FAIR, registers, random.fork('compare'));
  const { acknowledged, lost, doubled, wrong } = comparison;
  const broken = [
    ...lost,
    ...doubled,
    ...wrong,
    ...(await brokenInvariants(product)),
    ...(await withDatabase(product.dataDir, (db) => brokenJournals(db, registers))),
  ];
  for (const register of registers) await register.memory.close();
  const refused = rounds.flatMap((one) => [...one.refusedSales, ...one.refusedSaves]);
  const messages = new Set(refused.flatMap(({ message }) => message ?? []));
  return {
    figures: [
      `A disk of ${DISK_MB} MB (${small.kind}) with database and data folder`,
      `Refused with: ${[...messages].join(' | ')}`,
      `${acknowledged} orders acknowledged, ${lost.length} lost, ${doubled.length} duplicated, ${wrong.length} differ`,
    ],
    broken,
    unforeseen: refused.flatMap(faultIn),
    missed: [
      ...rounds.flatMap(missedIn),
      ...(agrees(comparison) ? [] : ['The journals and the database differ.']),
    ],
  };
}

/** Describes a refusal without a reason, or one that a register would not repeat soon. */
function faultIn(refusal: Answered): string[] {
  const { path, status, code, message, retryAfter } = refusal;
  // A connection that breaks when the database dies is answered; none is left open.
  const isFine =
    status === 503 &&
    (code === 'STORAGE_FULL' || code === 'NOT_READY') &&
    (message ?? '') !== '' &&
    retryAfter !== undefined &&
    retryAfter * 1_000 < MAX_RESUME_MS;
  return isFine ? [] : [`${path}: ${JSON.stringify(refusal)}`];
}

function missedIn({ round, refusedSales, refusedSaves, ...one }: RoundReport): string[] {
  const { sellingMs = Infinity, savingMs = Infinity, reads } = one;
  const name = `The disk ${ROUNDS[round]}`;
  const codes = countRefusals([...refusedSales, ...refusedSaves]);
  return [
    ...(codes['503 STORAGE_FULL'] === undefined ? [`${name}: no refusal named the reason.`] : []),
    ...(sellingMs > MAX_RESUME_MS
      ? [`${name}: the next sale came after ${inTime(sellingMs)}.`]
      : []),
    ...(savingMs > MAX_RESUME_MS ? [`${name}: the next save came after ${inTime(savingMs)}.`] : []),
    ...(round === 'filled' && reads.all === 0 ? [`${name}: nothing was read.`] : []),
  ];
}

function inWords({ round, filledMs, refusedSales, refusedSaves, ...one }: RoundReport): string {
  const { reads, sellingMs = Infinity, savingMs = Infinity } = one;
  return [
    `${ROUNDS[round]} after ${inTime(filledMs)}`,
    `sales refused: ${counted(countRefusals(refusedSales))}`,
    `saves refused: ${counted(countRefusals(refusedSaves))}`,
    `${reads.answered} of ${reads.all} reads answered`,
    `selling ${inTime(sellingMs)} and saving ${inTime(savingMs)} after space was free`,
  ].join('; ');
}

/** A person in the office who saves and reads, once per call, and records the answers. */
class Clerk {
  readonly saves = new AnswerLog();
  readonly reads = new AnswerLog();
  readonly #saving: Client<typeof api>;
  readonly #reading: Client<typeof api>;

  private constructor(url: string, token: string) {
    const send = sendTo(url, () => token);
    this.#saving = createClient(api, this.saves.network(send));
    this.#reading = createClient(api, this.reads.network(send));
  }

  static async signIn(url: string): Promise<Clerk> {
    const { token } = await createClient(api, sendTo(url)).auth.login({ body: TRIAL_OWNER });
    return new Clerk(url, token.access.token);
  }

  /** Adds devices and lists them until it is over; a refusal is only recorded. */
  async work(isOver: () => boolean): Promise<void> {
    const ignore = () => undefined;
    for (let number = 1; !isOver(); number++) {
      const body = {
        deviceId: `CLERK-${number}`,
        name: `Clerk's device ${number}`.slice(0, 20),
        purchaseDate: '2026-01-05',
        warrantyDate: '2028-01-05',
        model: 2 as const,
        adminId: null,
      };
      const once = { idempotencyKey: randomUUID() };
      await this.#saving.devices.add({ body }, once).catch(ignore);
      await this.#reading.devices.list().catch(ignore);
      await sleep(CLERK_EVERY_MS);
    }
  }
}
