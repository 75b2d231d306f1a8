import { PaymentMethod } from '@pos/contract/payment-methods';
import { setTimeout as sleep } from 'node:timers/promises';
import { pdfArtwork, textField, uploadArtwork } from '@pos/api/testing/artwork.ts';
import { api } from '@pos/contract/api';
import { ApiError, type Client, createClient, fetchFile, type Send } from '@pos/contract/client';
import { registerApi } from '@pos/contract/register';
import type { OrderResult } from '@pos/contract/register-orders';
import { ALL_SCHOOLS } from '@pos/contract/report-query';
import { templatesApi } from '@pos/contract/templates';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { sendTo } from '../office/http.ts';
import { inWords } from '../office/steps.ts';
import { brokenJournals } from '../product/journals.ts';
import { TRIAL_OWNER } from '../product/product.ts';
import { withDatabase } from '../product/test-database.ts';
import { USUAL_HABITS } from '../simulator/habits.ts';
import type { Register } from '../simulator/register.ts';
import { Shelf } from '../simulator/shelf.ts';
import { nextSale } from '../simulator/shopper.ts';
import { sellSteadily } from './registers.ts';
import {
  type Ground,
  IntakeTimes,
  intakeInWords,
  intakeMissed,
  onGround,
  openRegisters,
  prepareFair,
  UNITS,
} from './ground.ts';
import { brokenInvariants, counted, inTime, type Part, type PartReport, quantile } from './part.ts';

const REPORTS = 200;
const PREVIEWS = 60;
/** Attempts of an online sale at a busy server, and the pause between two in milliseconds. */
const MAX_ATTEMPTS = 20;
const RETRY_MS = 500;
/** Concurrent sales on one eWallet. */
const SPENDS = 40;
const REGISTERS = 6;
const FAIR = 'PRESSURE-01';
const WAVES = 3;
/** Duration of the baseline with registers alone, in milliseconds. */
const ALONE_MS = 6_000;

const ONE_BOOK = {
  ...USUAL_HABITS,
  customers: [['student', 1]] as const,
  lines: [[1, 1]] as const,
  quantities: [[1, 1]] as const,
  withoutBarcode: 0,
  shipToSchool: 0,
  discount: 0,
  eWallet: 1,
};

/**
 * Runs heavy requests of one person while registers sell, and spends one eWallet many times at
 * once.
 */
export const pressure: Part = {
  name: 'pressure',
  does: `registers sell during ${REPORTS} company reports and ${PREVIEWS} previews of one person; ${SPENDS} sales on one eWallet at once`,
  run: ({ seed, isShort, isBusy }, log) =>
    onGround({ name: 'pressure', seed }, log, (ground) =>
      press(ground, isShort ? 1 : WAVES, isBusy),
    ),
};

async function press(ground: Ground, waves: number, isBusy: boolean): Promise<PartReport> {
  const { product, office, random } = ground;
  await prepareFair(office, FAIR, UNITS);
  const times = new IntakeTimes();
  const registers = await openRegisters(ground, FAIR, 'PRESS', REGISTERS, {
    network: times.network,
  });
  const [spender] = await openRegisters(ground, FAIR, 'SPEND', 1);
  const heavy = await heavyWork(ground);
  let isOver = false;
  const selling = registers.map((register, number) =>
    sellSteadily(
      register,
      { number, registers: REGISTERS },
      random.fork(register.deviceId),
      () => isOver,
    ),
  );
  await sleep(ALONE_MS);
  const alone = times.take();
  for (let wave = 0; wave < waves; wave++) await heavy.wave();
  const beside = times.take();
  const [spends] = await Promise.all([spendAtOnce(ground, spender!), heavy.wave()]);
  isOver = true;
  await Promise.all(selling);
  const broken = [
    ...(await brokenInvariants(product)),
    ...(await withDatabase(product.dataDir, (db) => brokenJournals(db, registers))),
  ];
  for (const register of [...registers, spender!]) await register.memory.close();
  const { answers, times: took, unforeseen } = heavy;
  const missed = intakeMissed(beside, isBusy);
  if (!Object.keys(answers).some((name) => name.endsWith('RATE_LIMITED')))
    missed.push('No heavy call was refused, so the queue was never full.');
  return {
    figures: [
      `Registers alone: ${intakeInWords(alone)}`,
      `During heavy work: ${intakeInWords(beside)}`,
      `Heavy calls of one person: ${counted(answers)}; completed after a median of ${inTime(quantile(took, 0.5))}, at most ${inTime(Math.max(0, ...took))}`,
      `Refused with: ${[...heavy.sentences].join(' | ')}`,
      `${SPENDS} sales on one eWallet at once: ${counted(spends.results)}, all within ${inTime(spends.ms)}`,
    ],
    broken,
    unforeseen: [...unforeseen, ...spends.unforeseen],
    missed,
  };
}

/** Runs reports and previews of the owner, all at once in each wave. */
async function heavyWork({ product, office }: Ground) {
  const { token } = await createClient(api, sendTo(product.url)).auth.login({ body: TRIAL_OWNER });
  const send: Send = sendTo(product.url, () => token.access.token);
  const client: Client<typeof api> = createClient(api, send);
  const artwork = await uploadArtwork({ owner: office.client }, await pdfArtwork(), 'flyer.pdf');
  const day = today('UTC');
  const query = {
    reportType: 'SALES_SUMMARY',
    schoolIdentifier: ALL_SCHOOLS,
    startDate: addDays(day, -365),
    endDate: day,
  } as const;
  const body = { templateId: artwork.id, fields: [textField('school_name', 100)] };
  const made = {
    answers: {} as Record<string, number>,
    times: [] as number[],
    sentences: new Set<string>(),
    unforeseen: [] as string[],
  };
  const note = async (name: string, call: () => Promise<unknown>) => {
    const began = performance.now();
    let answer = `${name} made`;
    try {
      await call();
      made.times.push(performance.now() - began);
    } catch (error) {
      // Refused because the queue is full, or after 45 seconds in it.
      const isForeseen =
        error instanceof ApiError && ['RATE_LIMITED', 'NOT_READY'].includes(error.refusal.code);
      if (isForeseen) {
        answer = `${name} ${error.refusal.code}`;
        made.sentences.add(error.message);
      } else {
        answer = `${name} failed`;
        made.unforeseen.push(`${name}: ${inWords(error)}`);
      }
    }
    made.answers[answer] = (made.answers[answer] ?? 0) + 1;
  };
  const wave = async () => {
    await Promise.all([
      ...Array.from({ length: REPORTS }, () =>
        note('reports', () => client.reports.run({ query })),
      ),
      ...Array.from({ length: PREVIEWS }, () =>
        note('previews', () => fetchFile(templatesApi.preview, { body }, send)),
      ),
    ]);
  };
  return { ...made, wave };
}

/** Sells to one student many times at once, paid only by eWallet, for more than it holds. */
async function spendAtOnce(
  { product, random }: Ground,
  register: Register,
): Promise<{ results: Record<string, number>; ms: number; unforeseen: string[] }> {
  const catalog = await register.catalog();
  const student = (await register.students()).find(({ walletStatus }) => walletStatus === 'active');
  if (!student) throw new Error('There is no student with an eWallet.');
  const topUp = {
    clientPaymentId: random.uuid(),
    studentNumber: student.studentNumber,
    method: PaymentMethod.cash,
    amountCents: 5_000,
    status: 'completed' as const,
    paidAt: new Date().toISOString(),
  };
  await register.payments({ topUps: [topUp] });
  const shelf = new Shelf(catalog, [{ ...student, walletBalanceCents: 10_000_000 }]);
  const { maxCheckOverageCents } = catalog.settings;
  const floor = { fair: catalog.fair, maxCheckOverageCents, shelf, habits: ONE_BOOK };
  const orders = Array.from({ length: SPENDS }, (_, index) => ({
    ...nextSale(random, floor, new Date().toISOString())!,
    mode: 'online' as const,
    epoch: 1,
    sequence: index + 1,
  }));
  const { pos } = createClient(
    { pos: registerApi },
    sendTo(product.url, () => register.session.token.token),
  );
  const results: Record<string, number> = {};
  const unforeseen: string[] = [];
  const began = performance.now();
  await Promise.all(
    orders.map(async (order) => {
      const answer = await retrying(() =>
        pos
          .orders({ body: { orders: [order] } })
          .then(({ data }) => resultInWords(data.results[0]), inWords),
      );
      results[answer] = (results[answer] ?? 0) + 1;
      if (!['accepted', 'refused WALLET_INSUFFICIENT'].includes(answer))
        unforeseen.push(`a sale on one eWallet: ${answer}`);
    }),
  );
  return { results, ms: performance.now() - began, unforeseen };
}

/** Repeats an online sale that came to a busy server, as a register does with the same order ID. */
async function retrying(sale: () => Promise<string>): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await sale();
    if (attempt === MAX_ATTEMPTS || !answer.startsWith('NOT_READY')) return answer;
    await sleep(RETRY_MS);
  }
}

function resultInWords(result: OrderResult | undefined): string {
  return [result?.result, result?.code ?? result?.reason]
    .filter((word) => word !== undefined)
    .join(' ');
}
