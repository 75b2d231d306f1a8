import { randomUUID } from 'node:crypto';
import { runningPostmaster } from '../product/test-database.ts';
import { type Answered, AnswerLog, countAnswers } from './answer-log.ts';
import { type Ground, signInClerk, startGround, workUntil } from './ground.ts';
import { above, counted, inTime, type Part, type Run, sumUp } from './part.ts';
import { killTree } from '../product/process-tree.ts';
import { Selling } from './selling.ts';
import { SmallDisk } from './small-disk.ts';

const DISK_MB = 320;
/** Space left to the sales, which they fill. */
const LEFT_BYTES = 6 * 1_048_576;
const REGISTERS = 3;
/** Longest time until the sales fill the rest, and the time that the disk stays full. */
const FILLED_WITHIN_MS = 180_000;
const FULL_MS = 12_000;
/** Maximum time from free space to the next sale and the next save. */
const MAX_RESUME_MS = 10_000;
const GIVE_UP_MS = 60_000;
const CLERK_EVERY_MS = 400;
const SALE = '/v1/pos/orders';
const SAVE = '/v1/devices/add';

/** Rounds of the run, by what happens while the disk is full. */
const ROUNDS = [
  'filled by sales',
  'filled to the last byte',
  'filled to the last byte, and PostgreSQL killed',
] as const;

/**
 * Fills a small disk with the database and the data folder on it, three times, while registers sell
 * and a clerk saves. Checks that every refusal gives its reason, that nothing acknowledged is lost,
 * and that selling resumes once there is space.
 */
export const disk: Part = {
  name: 'disk',
  does: 'a small file system that runs full under the database; sales go on once there is space',
  run: async (run) => {
    const small = await SmallDisk.mount(DISK_MB);
    run.undo.defer(() => small.remove());
    const folders = { dataDir: small.folder, journals: small.beside };
    const ground = await startGround(run, 'disk', folders);
    const selling = await Selling.open(ground, 'DISK', { registers: REGISTERS });
    const saves = new AnswerLog();
    const reads = new AnswerLog();
    const working = await openClerk(ground, selling, saves, reads);
    const rounds: Filled[] = [];
    try {
      for (const round of ROUNDS) {
        const filled = await fillOnce(run, { ground, small, selling, saves, reads }, round);
        run.log(inWords(filled));
        rounds.push(filled);
      }
    } finally {
      await small.release();
      selling.stop();
    }
    await Promise.all([selling.end(), ...working]);
    const refused = rounds.flatMap((one) => [...one.refusedSales, ...one.refusedSaves]);
    const messages = new Set(refused.flatMap(({ message }) => message ?? []));
    return sumUp(
      {
        figures: [
          `A disk of ${DISK_MB} MB (${small.kind}) with database and data folder`,
          `Refused with: ${[...messages].join(' | ')}`,
        ],
        unforeseen: refused.filter((one) => !isFine(one)).map((one) => JSON.stringify(one)),
        missed: rounds.flatMap(missedIn),
      },
      await selling.conclude(),
    );
  },
};

/** Lets a clerk add devices and list them, and the registers sell. Returns the clerk's work. */
async function openClerk(
  { url }: Ground,
  selling: Selling,
  saves: AnswerLog,
  reads: AnswerLog,
): Promise<Promise<void>[]> {
  const saving = await signInClerk(url, saves, 'clerk');
  const reading = await signInClerk(url, reads, 'clerk');
  selling.begin();
  let number = 0;
  const device = {
    purchaseDate: '2026-01-05',
    warrantyDate: '2028-01-05',
    model: 2 as const,
    adminId: null,
  };
  const save = () => {
    const deviceId = `CLERK-${++number}`;
    const body = { ...device, deviceId, name: `Device ${number}` };
    return saving.devices.add({ body }, { idempotencyKey: randomUUID() });
  };
  return [
    workUntil(selling.isOver, CLERK_EVERY_MS, save),
    workUntil(selling.isOver, CLERK_EVERY_MS, () => reading.devices.list()),
  ];
}

type Scene = {
  ground: Awaited<ReturnType<typeof startGround>>;
  small: SmallDisk;
  selling: Selling;
  saves: AnswerLog;
  reads: AnswerLog;
};
type Filled = {
  round: (typeof ROUNDS)[number];
  /** Time until the first refusal. */
  filledMs: number;
  refusedSales: Answered[];
  refusedSaves: Answered[];
  /** Reads of the clerk while the disk was full. */
  reads: Answered[];
  /** Time from free space to the next acknowledged sale and the next save; infinite: never. */
  sellingMs: number;
  savingMs: number;
};

async function fillOnce(
  { pause }: Run,
  { ground, small, selling, saves, reads }: Scene,
  round: Filled['round'],
): Promise<Filled> {
  const sales = selling.answers;
  const begun = performance.now();
  await small.occupy(round === ROUNDS[0] ? LEFT_BYTES : 0);
  while (sales.refused(begun).length === 0) {
    if (performance.now() - begun > FILLED_WITHIN_MS)
      throw new Error(`The sales did not fill the disk: ${await small.free()} bytes are free.`);
    await pause(50);
  }
  const full = performance.now();
  if (round === ROUNDS[2]) {
    const postmaster = await runningPostmaster(ground.product.dataDir);
    if (postmaster) await killTree(postmaster.pid);
  }
  await pause(FULL_MS);
  await small.release();
  const freed = performance.now();
  const sold = () => sales.firstSuccess(freed, SALE) ?? Infinity;
  const saved = () => saves.firstSuccess(freed, SAVE) ?? Infinity;
  while (sold() + saved() === Infinity && performance.now() - freed < GIVE_UP_MS) await pause(50);
  return {
    round,
    filledMs: full - begun,
    refusedSales: sales.refused(begun),
    refusedSaves: saves.refused(begun),
    reads: reads.all.filter(({ at }) => at >= full && at < freed),
    sellingMs: sold() - freed,
    savingMs: saved() - freed,
  };
}

/**
 * Returns true if a refusal gives its reason and a register repeats the call soon. A connection that
 * breaks when the database dies is answered; none is left open.
 */
function isFine({ status, code, message, retryAfter }: Answered): boolean {
  return (
    status === 503 &&
    (code === 'STORAGE_FULL' || code === 'NOT_READY') &&
    (message ?? '') !== '' &&
    retryAfter !== undefined &&
    retryAfter * 1_000 < MAX_RESUME_MS
  );
}

function missedIn({ round, refusedSales, refusedSaves, ...one }: Filled): string[] {
  const codes = [...refusedSales, ...refusedSaves].map(({ code }) => code);
  return [
    ...(codes.includes('STORAGE_FULL') ? [] : [`${round}: no refusal named the reason.`]),
    ...above(`${round}, the next sale`, one.sellingMs, MAX_RESUME_MS),
    ...above(`${round}, the next save`, one.savingMs, MAX_RESUME_MS),
    ...(round === ROUNDS[0] && one.reads.length === 0 ? [`${round}: nothing was read.`] : []),
  ];
}

function inWords({ round, filledMs, refusedSales, refusedSaves, ...one }: Filled): string {
  return [
    `${round} after ${inTime(filledMs)}`,
    `sales refused: ${counted(countAnswers(refusedSales))}`,
    `saves refused: ${counted(countAnswers(refusedSaves))}`,
    `reads: ${counted(countAnswers(one.reads))}`,
    `selling ${inTime(one.sellingMs)} and saving ${inTime(one.savingMs)} after space was free`,
  ].join('; ');
}
