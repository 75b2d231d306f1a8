import { setTimeout as sleep } from 'node:timers/promises';
import { brokenJournals } from '../product/journals.ts';
import { agrees, compareWithServer } from '../simulator/compare.ts';
import type { Random } from '@pos/world/random';
import { isRefundable } from '@pos/world/sale';
import type { Register, RegisterSettings } from '../simulator/register.ts';
import { type Floor, nextSale, refundSome } from '@pos/world/shopper';
import { AnswerLog } from './answer-log.ts';
import { type Ground, openRegister, prepareFair } from './ground.ts';
import { brokenInvariants, type PartReport } from './part.ts';

const BURST = 12;
const BATCH = 4;
const REFUNDED = 0.05;
const PEACE_MS = 60;
/** Pause between two sales of a busy register, in milliseconds. */
const PACE_MS = 200;

type Sell = (
  register: Register,
  floor: Floor,
  random: Random,
  isOver: () => boolean,
) => Promise<void>;

export type SellingOptions = Partial<Pick<RegisterSettings, 'url' | 'patienceMs'>> & {
  registers: number;
  sell?: Sell;
  /** Wraps the network of each register below the log of its answers. */
  network?: NonNullable<RegisterSettings['network']>;
};

/** Registers that sell at a fair, and what the server answered to them. */
export class Selling {
  readonly fair: string;
  readonly registers: Register[] = [];
  readonly answers = new AnswerLog();
  readonly #ground: Ground;
  readonly #sell: Sell;
  #isOver = false;
  #work: Promise<unknown> = Promise.resolve();

  private constructor(ground: Ground, fair: string, sell: Sell) {
    this.#ground = ground;
    this.fair = fair;
    this.#sell = sell;
  }

  /** Prepares the fair `NAME-FAIR`, and opens its registers `NAME-01` and so on. */
  static async open(
    ground: Ground,
    name: string,
    { registers, sell = sellSteadily, network = (send) => send, ...settings }: SellingOptions,
  ): Promise<Selling> {
    const selling = new Selling(ground, `${name}-FAIR`, sell);
    await prepareFair(ground, selling.fair);
    for (let number = 1; number <= registers; number++) {
      const deviceId = `${name}-${String(number).padStart(2, '0')}`;
      const register = await openRegister(ground, selling.fair, deviceId, {
        ...settings,
        network: (send) => selling.answers.network(deviceId)(network(send)),
      });
      selling.registers.push(register);
    }
    return selling;
  }

  /** Lets the registers sell until `end`, or until `stop`, which does not wait for what is unsent. */
  begin(): void {
    this.#isOver = false;
    this.#work = Promise.all(
      this.registers.map(async (register, number) => {
        const floor = await register.floor({ number, registers: this.registers.length });
        const random = this.#ground.random.fork(
          `${register.deviceId} ${register.memory.sold.length}`,
        );
        await this.#sell(register, floor, random, this.isOver);
      }),
    );
    // Reported by `end`, if anybody waits for it.
    this.#work.catch(() => undefined);
  }

  readonly stop = (): void => {
    this.#isOver = true;
  };

  readonly isOver = (): boolean => this.#isOver;

  async end(): Promise<void> {
    this.stop();
    await this.#work;
  }

  /** Returns the number of acknowledged orders. */
  acknowledged(): number {
    return this.registers.reduce((sum, { memory }) => sum + memory.acknowledged().length, 0);
  }

  /** Returns the acknowledged orders that the database lacks. */
  async lost(): Promise<string[]> {
    const broken = await this.#ground.withDb((db) => brokenJournals(db, this.registers));
    return broken.filter((line) => line.startsWith('I08'));
  }

  /**
   * Compares journals and database, those of `others` too, checks every invariant, and closes the
   * journals.
   */
  async conclude(others: readonly Register[] = []): Promise<Partial<PartReport>> {
    const { office, random, withDb } = this.#ground;
    const compared = await compareWithServer(
      office,
      this.fair,
      this.registers,
      random.fork('compare'),
    );
    const { sold, acknowledged, booked, held, rejected, unsent, lost, doubled, wrong } = compared;
    const everyone = [...this.registers, ...others];
    const broken = [
      ...lost,
      ...doubled,
      ...wrong,
      ...(await withDb((db) => brokenInvariants(db))),
      ...(await withDb((db) => brokenJournals(db, everyone))),
    ];
    for (const { memory } of everyone) await memory.close();
    return {
      figures: [
        `${sold} sold, ${acknowledged} acknowledged (${booked} booked, ${held} held), ${rejected} rejected, ${unsent} unsent; ${lost.length} lost, ${doubled.length} duplicated, ${wrong.length} differ`,
      ],
      broken,
      missed: [
        ...(agrees(compared) ? [] : ['The journals and the database differ.']),
        ...(acknowledged === 0 ? ['Nothing was sold.'] : []),
      ],
    };
  }
}

/** Sells and sends one order at a time at the pace of a busy register. */
const sellSteadily: Sell = async (register, floor, random, isOver) => {
  while (!isOver()) {
    const sale = nextSale(random, floor, new Date().toISOString());
    if (sale) await register.sell([sale]);
    await register.deliver();
    await sleep(PACE_MS);
  }
  await register.heartbeat();
};

/** Sells in bursts and sends them, some twice and out of order; at the end sends the rest. */
export const sellInBursts: Sell = async (register, floor, random, isOver) => {
  while (!isOver()) {
    const sales = Array.from({ length: BURST }, () =>
      nextSale(random, floor, new Date().toISOString()),
    ).filter((sale) => sale !== null);
    const orders = await register.sell(sales);
    await register.heartbeat();
    await register.deliver({ batchSize: BATCH, chaos: random });
    const returned = orders.filter((order) => isRefundable(order) && random.chance(REFUNDED));
    await register.refund(
      returned.map((order) => refundSome(random, order, new Date().toISOString())),
    );
    await sleep(PEACE_MS);
  }
  await register.deliver();
  await register.deliverRefunds();
  await register.heartbeat();
};
