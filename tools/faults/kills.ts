import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '@pos/api/db/db.ts';
import { sealActivity } from '@pos/api/staff/activity/seal.service.ts';
import { checkReportInvariants } from '@pos/api/testing/books/report-invariants.ts';
import { checkSnapshots } from '@pos/api/testing/books/snapshot-invariants.ts';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { SCHOOLS } from '@pos/world/schools';
import { findFairId, inWords } from '../office/steps.ts';
import { losingAnswers } from '../simulator/network.ts';
import type { Register } from '../simulator/register.ts';
import { type Ground, openRegister, prepareFair, startGround } from './ground.ts';
import { keepJobsUnderWay } from './office-jobs.ts';
import { brokenInvariants, counted, type Part, type PartReport, sumUp } from './part.ts';
import { type FaultRecord, faultsInWords, injectFaults } from './process-faults.ts';
import { sellInBursts, Selling } from './selling.ts';
import { startWorkload } from './workload/workload.ts';
import type { WorkloadFair } from './workload/workload-client.ts';

/** Units per title, so few that everything sells out. */
const FEW_UNITS = 1_500;
const REGISTERS = 3;
const LOST_ANSWERS = 0.05;
const LOOK_EVERY_MS = 1_000;
/**
 * Checked only at the end: control totals are stored once per batch, not with each order, and a
 * product that was killed misses the minute in which it seals.
 */
const UNTIL_STILL = ['I10', 'I18'];
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
  run: async (run) => {
    const ground = await startGround(run, 'faults');
    const { random } = ground;
    const selling = await Selling.open(ground, 'REG', {
      registers: REGISTERS,
      sell: sellInBursts,
      network: losingAnswers(random.fork('network'), LOST_ANSWERS),
    });
    const { clients, fairs } = await openClients(ground);
    const watch = watchInvariants(ground);
    const jobsFair = await prepareFair(ground, 'JOBS-01', FEW_UNITS);
    const begun = performance.now();
    selling.begin();
    const isEnough = (done: number) =>
      (selling.isOver() && done >= run.operations) || watch.broken.length > 0;
    const [records, workload, jobs] = await Promise.all([
      injectFaults(run, ground.product, random.fork('faults'), watch.look).finally(selling.stop),
      startWorkload(clients, isEnough).finally(watch.end),
      keepJobsUnderWay(ground.office, jobsFair, selling.isOver),
      watch.looking,
    ]);
    await selling.end();
    const seconds = (performance.now() - begun) / 1_000;
    const others = clients.map(({ register }) => register);
    const everyone = [...selling.registers, ...others];
    for (const identifier of [selling.fair, ...fairs.map((fair) => fair.identifier)])
      await decideReviews(ground, identifier);
    for (const register of everyone) await register.deliverRefunds({ held: true });
    await ground.withDb(sealActivity);
    const endless = await listEndlessRefunds(ground, everyone);
    const sales = await selling.conclude(others);
    const perSecond = Math.round(selling.acknowledged() / seconds);
    return sumUp(
      describeFaults(records),
      {
        figures: [
          `${perSecond} orders per second, ${selling.answers.refused().length} requests without a good answer`,
          `${workload.operations} operations by eight concurrent clients: ${counted(workload.done)}`,
          `Refused: ${counted(workload.refused)}`,
          `Office jobs: ${counted(jobs.ended)}`,
          `Invariants checked ${watch.looks()} times`,
        ],
        broken: [...watch.broken, ...(await listBrokenReports(ground))],
        unforeseen: [...workload.broken, ...jobs.broken, ...endless],
        missed: workload.operations === 0 ? ['No other operations ran during the sales.'] : [],
      },
      sales,
    );
  },
};

/** A run without kills proves nothing, nor one in which no job was killed. */
function describeFaults(records: readonly FaultRecord[]): Partial<PartReport> {
  const duringJobs = records.filter((one) => one.jobs > 0).length;
  return {
    figures: faultsInWords(records),
    unforeseen: records.flatMap(({ unfinished }) => unfinished),
    missed: duringJobs === 0 ? ['No job was running at any fault.'] : [],
  };
}

/** Checks all invariants every second until `end`, except while PostgreSQL is down. */
function watchInvariants({ withDb }: Ground) {
  const broken: string[] = [];
  let looks = 0;
  let isOver = false;
  const look = async () => {
    try {
      broken.push(...(await withDb((db) => brokenInvariants(db, UNTIL_STILL))));
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
async function decideReviews({ office }: Ground, fairIdentifier: string): Promise<void> {
  const fairId = await findFairId(office, fairIdentifier);
  if (fairId === undefined) throw new Error(`There is no fair ${fairIdentifier}.`);
  const { data: fair } = await office.client.fairs.getById({ params: { id: fairId } });
  for (let isOpen = fair.closeOutState !== 'finished'; isOpen;) {
    const { data } = await office.client.payments.list({
      query: { fairId, status: 'under_review', limit: 50 },
    });
    const body = { decision: 'reject', note: 'After the run' } as const;
    for (const { id } of data.results)
      await office.client.payments.review({ params: { id }, body });
    isOpen = data.results.length > 0;
  }
}

async function openClients(ground: Ground) {
  const { office, random } = ground;
  const fairs: WorkloadFair[] = [];
  for (const [number, kind] of FAIR_KINDS.entries()) {
    const identifier = `WORKLOAD-${number + 1}`;
    fairs.push({ id: await prepareFair(ground, identifier, FEW_UNITS), identifier, kind });
  }
  const clients: Parameters<typeof startWorkload>[0][number][] = [];
  for (const [number, place] of PLACES.entries()) {
    const fair = fairs[place]!;
    const deviceId = `TUM-${String(number + 1).padStart(2, '0')}`;
    const register = await openRegister(ground, fair.identifier, deviceId);
    clients.push({ office, register, fair, fairs, random: random.fork(`workload ${number}`) });
  }
  return { clients, fairs };
}

/** Returns the violated report invariants of one stress fair, once it is over. */
async function listBrokenReports({ office, withDb }: Ground): Promise<string[]> {
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
    await withDb((db) => checkSnapshots(db, office.send));
    return [];
  } catch (error) {
    return [inWords(error)];
  }
}

/**
 * Returns refunds without a final answer: never answered, or still waiting on the server with
 * nothing left to wait for. Call it once every order is sent and every payment under review is
 * resolved.
 */
async function listEndlessRefunds(
  { withDb }: Ground,
  registers: readonly Register[],
): Promise<string[]> {
  const unanswered = registers
    .flatMap(({ memory }) => memory.refunds)
    .filter(({ result }) => result === undefined)
    .map(({ refund }) => `refund ${refund.clientRefundId} was never answered`);
  return [...unanswered, ...(await withDb(listRefundsInLimbo))];
}

/** Returns waiting refunds of open fairs whose order is settled or was never received. */
async function listRefundsInLimbo(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string; reason: string; status: string | null }>`
    select h.client_refund_id as id, h.reason, o.status
    from held_refunds h
    join fairs f on f.id = h.fair_id and f.close_out_state = 'open'
    left join orders o on o.client_order_id = h.client_order_id
    where h.state = 'waiting'
      and not exists (select from held_orders w where w.client_order_id = h.client_order_id::text and w.state = 'waiting')
      and (o.status is null or o.status <> 'open')
      and not exists (select from payments p where p.order_id = o.id and p.status in ('pending', 'under_review'))`.execute(
    db,
  );
  return rows.map(
    ({ id, reason, status }) =>
      `refund ${id} is held for ${reason}, and its order is ${status ?? 'missing'}`,
  );
}
