import { setTimeout as sleep } from 'node:timers/promises';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { checkReportInvariants } from '@pos/api/testing/report-invariants.ts';
import { checkSnapshots } from '@pos/api/testing/snapshot-invariants.ts';
import { SCHOOLS } from '../demo/schools.ts';
import type { Office } from '../office/session.ts';
import { inWords } from '../office/steps.ts';
import { brokenJournals } from '../product/journals.ts';
import type { Product } from '../product/product.ts';
import { withDatabase } from '../product/test-database.ts';
import { agrees, compareWithServer, type Comparison } from '../simulator/compare.ts';
import { Register } from '../simulator/register.ts';
import { openRegister, sellThrough, type Unknowns } from './registers.ts';
import { type Ground, onGround, planRegister, prepareFair, UNITS } from './ground.ts';
import { FAULTS, type Fault, injectFaults, type FaultRecord } from './process-faults.ts';
import { keepJobsUnderWay } from './office-jobs.ts';
import {
  brokenInvariants,
  counted,
  inTime,
  type Part,
  type PartOptions,
  type PartReport,
  quantile,
} from './part.ts';
import { endlessRefunds } from './refund-ends.ts';
import { startWorkload } from './workload.ts';
import type { WorkloadFair } from './workload-client.ts';

/** Units per title, so few that everything sells out. */
const FEW_UNITS = 1_500;
const LOOK_EVERY_MS = 1_000;
/** Checked only at the end: control totals are stored once per batch, not with each order. */
const UNTIL_STILL = ['I10'];
const FAIR = 'FAULTS-01';
/** Kinds of the stress fairs; PLACES is the fair of each of the eight clients. */
const FAIR_KINDS = ['busy', 'busy', 'quiet', 'training'] as const;
const PLACES = [0, 0, 0, 1, 1, 1, 2, 3] as const;

/**
 * Kills and restarts the API and PostgreSQL while registers sell at one fair, exports and imports
 * run, and eight stress clients work at four more fairs. Checks the invariants every second, and
 * compares journals and database at the end.
 */
export const kills: Part = {
  name: 'kills',
  does: 'the API and PostgreSQL killed and restarted in the middle of sales, exports and imports',
  run: (options, log) =>
    onGround({ name: 'faults', seed: options.seed }, log, (ground) => kill(ground, options, log)),
};

async function kill(
  ground: Ground,
  { minutes, registers: count, operations }: PartOptions,
  log: (line: string) => void,
): Promise<PartReport> {
  const { product, office, random } = ground;
  await prepareFair(office, FAIR, UNITS);
  const unknowns: Unknowns = { requests: 0 };
  const registers: Register[] = [];
  for (let number = 1; number <= count; number++) {
    const deviceId = `REG-${String(number).padStart(2, '0')}`;
    registers.push(
      await openRegister(await planRegister(ground, FAIR, deviceId), random, unknowns),
    );
  }
  const { clients, fairs } = await workloadClients(ground);
  const watch = watchInvariants(product);
  const { records, workload, jobs, seconds } = await injectUnderLoad(
    ground,
    { registers, clients, watch, minutes, operations },
    log,
  );

  const comparison = await compareWithServer(office, FAIR, registers, random.fork('compare'));
  for (const identifier of [FAIR, ...fairs.map((fair) => fair.identifier)])
    await decideReviews(office, identifier);
  const everyone = [...registers, ...clients.map(({ register }) => register)];
  for (const register of everyone) await register.deliverRefunds({ held: true });
  const broken = [
    ...comparison.lost,
    ...comparison.doubled,
    ...comparison.wrong,
    ...watch.broken,
    ...(await brokenInvariants(product)),
    ...(await withDatabase(product.dataDir, (db) => brokenJournals(db, everyone))),
    ...(await brokenReports(product, office)),
  ];
  const unforeseen = [
    ...workload.broken,
    ...jobs.broken,
    ...records.flatMap(({ unfinished }) => unfinished),
    ...(await endlessRefunds(product, everyone)),
  ];
  for (const register of everyone) await register.memory.close();
  const load = { records, workload, jobs, seconds, unknowns, looks: watch.looks() };
  return { ...reportOf(comparison, load), broken, unforeseen };
}

type Load = {
  registers: readonly Register[];
  clients: Parameters<typeof startWorkload>[0];
  watch: ReturnType<typeof watchInvariants>;
  minutes: number;
  operations: number;
};

/** Injects faults into the product for `minutes` while registers, stress clients and office jobs run. */
async function injectUnderLoad(
  { product, office, random }: Ground,
  { registers, clients, watch, minutes, operations }: Load,
  log: (line: string) => void,
) {
  const begun = performance.now();
  let isOver = false;
  const faults = injectFaults(
    product,
    random.fork('faults'),
    Date.now() + minutes * 60_000,
    watch.look,
    log,
  ).finally(() => {
    isOver = true;
  });
  const selling = registers.map((register, number) =>
    sellThrough(
      register,
      { number, registers: registers.length },
      random.fork(register.deviceId),
      () => isOver,
    ),
  );
  const isEnough = (done: number) => (isOver && done >= operations) || watch.broken.length > 0;
  const jobsFair = await prepareFair(office, 'JOBS-01', FEW_UNITS);
  const officeJobs = keepJobsUnderWay(office, jobsFair, () => isOver);
  const everything = startWorkload(clients, isEnough).finally(watch.end);
  const [records, workload, jobs] = await Promise.all([
    faults,
    everything,
    officeJobs,
    watch.looking,
    ...selling,
  ]);
  return { records, workload, jobs, seconds: (performance.now() - begun) / 1_000 };
}

type LoadResult = Awaited<ReturnType<typeof injectUnderLoad>> & {
  unknowns: Unknowns;
  looks: number;
};

/** Returns the figures of a run, and the conditions that it missed. */
function reportOf(
  comparison: Comparison,
  { records, workload, jobs, seconds, unknowns, looks }: LoadResult,
): Pick<PartReport, 'figures' | 'missed'> {
  const { sold, acknowledged, booked, held, rejected, unsent, lost, doubled, wrong } = comparison;
  const faultsDuringJobs = records.filter((one) => one.jobs > 0).length;
  return {
    figures: [
      ...faultsInWords(records),
      `${sold} sold, ${acknowledged} acknowledged (${booked} booked, ${held} held), ${Math.round(acknowledged / seconds)} orders per second, ${unknowns.requests} requests without a response`,
      `${workload.operations} operations by eight concurrent clients: ${counted(workload.done)}`,
      `Refused: ${counted(workload.refused)}`,
      `Office jobs: ${counted(jobs.ended)}; one was running at ${faultsDuringJobs} of ${records.length} faults`,
      `Invariants checked ${looks} times`,
      `${lost.length} acknowledged lost, ${doubled.length} duplicated, ${wrong.length} differ, ${rejected} rejected, ${unsent} unsent`,
    ],
    // A run without kills or sales proves nothing.
    missed: [
      ...(agrees(comparison) ? [] : ['The journals and the database differ.']),
      ...(faultsDuringJobs === 0 ? ['No job was running at any fault.'] : []),
      ...(acknowledged === 0 ? ['Nothing was sold.'] : []),
      ...(workload.operations === 0 ? ['No other operations ran during the sales.'] : []),
    ],
  };
}

/**
 * Describes the faults by kind, with the recovery times and the time until interrupted jobs
 * finished.
 */
function faultsInWords(records: readonly FaultRecord[]): string[] {
  const kinds = (Object.keys(FAULTS) as Fault[]).map((fault) => {
    const ready = records.filter((one) => one.fault === fault).map((one) => one.recoveryMs);
    return `${ready.length} x ${FAULTS[fault]} (ready again after a median of ${inTime(quantile(ready, 0.5))}, at most ${inTime(Math.max(0, ...ready))})`;
  });
  const done = records.flatMap((one) => one.jobsDoneMs);
  return [
    `${records.length} faults: ${kinds.join(', ')}`,
    `${done.length} jobs were running at a fault: done after a median of ${inTime(quantile(done, 0.5))}, at most ${inTime(Math.max(0, ...done))}`,
  ];
}

/** Checks all invariants every second until `end`, except while PostgreSQL is down. */
function watchInvariants(product: Product) {
  const broken: string[] = [];
  let looks = 0;
  let isOver = false;
  const look = async () => {
    try {
      broken.push(...(await brokenInvariants(product, UNTIL_STILL)));
      looks++;
    } catch {
      // The database is down; the next check follows the recovery.
    }
  };
  const looking = (async () => {
    while (!isOver) {
      await sleep(LOOK_EVERY_MS);
      await look();
    }
  })();
  const end = () => {
    isOver = true;
  };
  return { broken, looks: () => looks, look, looking, end };
}

/**
 * Resolves the payments under review at a fair, which also books the refunds waiting for them. A
 * closed-out fair has none.
 */
async function decideReviews(office: Office, fairIdentifier: string): Promise<void> {
  const { data: fairs } = await office.client.fairs.list({ query: { search: fairIdentifier } });
  const fair = fairs.results.find(({ identifier }) => identifier === fairIdentifier);
  if (fair === undefined) throw new Error(`There is no fair ${fairIdentifier}.`);
  if (fair.closeOutState === 'finished') return;
  for (;;) {
    const { data } = await office.client.payments.list({
      query: { fairId: fair.id, status: 'under_review', limit: 50 },
    });
    for (const { id } of data.results) {
      await office.client.payments.review({
        params: { id },
        body: { decision: 'reject', note: 'After the run' },
      });
    }
    if (data.results.length === 0) return;
  }
}

async function workloadClients(ground: Ground) {
  const { office, random } = ground;
  const fairs: WorkloadFair[] = [];
  for (const [number, kind] of FAIR_KINDS.entries()) {
    const identifier = `WORKLOAD-${number + 1}`;
    fairs.push({ id: await prepareFair(office, identifier, FEW_UNITS), identifier, kind });
  }
  const clients: Parameters<typeof startWorkload>[0][number][] = [];
  for (const [number, place] of PLACES.entries()) {
    const fair = fairs[place];
    if (!fair) throw new Error(`There is no fair ${place}.`);
    const deviceId = `TUM-${String(number + 1).padStart(2, '0')}`;
    const register = await Register.open(await planRegister(ground, fair.identifier, deviceId));
    await register.login();
    clients.push({ office, register, fair, fairs, random: random.fork(`workload ${number}`) });
  }
  return { clients, fairs };
}

/** Returns the violated report invariants of one stress fair, once it is over. */
async function brokenReports(product: Product, office: Office): Promise<string[]> {
  const [school] = SCHOOLS;
  const day = today(school?.timeZone ?? 'UTC');
  const question = {
    schoolIdentifier: school?.identifier ?? '',
    fairIdentifier: 'WORKLOAD-1',
    startDate: addDays(day, -2),
    endDate: day,
  };
  try {
    await checkReportInvariants(office.send, question);
    await withDatabase(product.dataDir, (db) => checkSnapshots(db, office.send));
    return [];
  } catch (error) {
    return [inWords(error)];
  }
}
