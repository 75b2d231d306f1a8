import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@pos/world/random';
import type { Page } from '@playwright/test';
import { scan, type Tablet } from '../../product/tablet.ts';

/** Moments of a register's life at which it is struck. */
export const STEPS = [
  'a line is added',
  'the payment begins',
  'the last tap',
  'the sale is finished',
  'sales are sent',
  'the app starts',
] as const;
export type Step = (typeof STEPS)[number];

/** Effect of a strike, and the longest time after the step began. */
type Strike = { step: Step; afterMs: number; end: () => Promise<void> };

/** Ends a browser in the middle of a sale. */
class Struck extends Error {}

const LONGEST_STEP_MS = 60_000;
const TENDERS = ['exact cash', 'a bill', 'card', 'check'] as const;

/** A person who works one register through its screens, in a browser that may end at any time. */
export class Cashier {
  readonly deviceId: string;
  readonly tablet: Tablet;
  /** Totals in cents of the sales that a screen called finished, by their numbers. */
  readonly finished = new Map<number, number>();
  readonly #url: string;
  readonly #random: Random;
  readonly #below: Record<string, string>;
  #codes: string[] = [];
  #strike: Strike | undefined;
  /** Sales with a network, and without. */
  readonly sales = { online: 0, offline: 0 };
  #isOffline = false;
  /** The latest strike, for messages. */
  #last: Step | undefined;

  constructor(
    deviceId: string,
    tablet: Tablet,
    { url, random, below }: { url: string; random: Random; below: Record<string, string> },
  ) {
    this.deviceId = deviceId;
    this.tablet = tablet;
    this.#url = url;
    this.#random = random;
    this.#below = below;
  }

  /** Starts the tablet, pairs it and signs in, as a person does. */
  async begin(pairingCode: string, secretCode: string, codes: readonly string[]): Promise<void> {
    this.#codes = [...codes];
    await this.#begin(pairingCode, secretCode).catch(async (error: unknown) => {
      throw await this.#describe(error);
    });
  }

  async #begin(pairingCode: string, secretCode: string): Promise<void> {
    const page = await this.#start();
    await page.getByLabel('Register’s ID').fill(this.deviceId);
    await page.getByLabel('Pairing code').fill(pairingCode);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('radio').first().click();
    for (const digit of secretCode)
      await page.getByRole('button', { name: digit, exact: true }).click();
    await page.getByRole('heading', { name: 'Scan the first book' }).waitFor();
    // From here on the app and its prices are on the tablet.
    await page.evaluate('navigator.serviceWorker.ready');
  }

  async #start(): Promise<Page> {
    const page = await this.tablet.start(this.#url, {
      isOffline: this.#isOffline,
      below: this.#below,
    });
    page.setDefaultTimeout(LONGEST_STEP_MS);
    return page;
  }

  /** Sells until the strike, and starts again after it. */
  async sellUntil(strike: Strike): Promise<void> {
    this.#last = strike.step;
    try {
      for (let before = this.#random.int(0, 2); before > 0; before--) await this.sell();
      this.#strike = strike;
      if (strike.step === 'sales are sent') await this.#sendLater();
      else if (strike.step === 'the app starts') await this.#restart();
      // A sale that the tablet still had may be past the step.
      else for (let sales = 0; sales < 3; sales++) await this.sell();
      throw new Error(`${this.deviceId} was not struck when ${strike.step}.`);
    } catch (error) {
      if (!(error instanceof Struck)) throw await this.#describe(error);
    } finally {
      this.#strike = undefined;
    }
    await this.#start();
    await this.#stage().catch(async (error: unknown) => {
      throw await this.#describe(error);
    });
  }

  /** Adds to an error what the screen said. */
  async #describe(cause: unknown): Promise<Error> {
    const { message } = cause as Error;
    if (!this.tablet.isOn) return new Error(`${this.deviceId}: ${message}`, { cause });
    const body = this.tablet.page.locator('body');
    const screen = await body.innerText({ timeout: 2_000 }).catch(() => 'nothing');
    return new Error(
      `${this.deviceId}: ${message}\nThe screen said (${this.#isOffline ? 'no network' : 'network'}, struck when ${this.#last}): ${screen}`,
      { cause },
    );
  }

  /** Does a part of the work; a strike at this step ends the browser in the middle of it. */
  async #at(step: Step, work: () => Promise<unknown>): Promise<void> {
    const strike = this.#strike;
    if (strike?.step !== step) return void (await work());
    const working = work().catch(() => undefined);
    await sleep(strike.afterMs);
    await strike.end();
    await working;
    throw new Struck();
  }

  async #restart(): Promise<void> {
    await this.tablet.kill();
    await this.#at('the app starts', () => this.#start());
  }

  /** Sells two without a network, and gets it back. */
  async #sendLater(): Promise<void> {
    await this.setOffline(true);
    for (let count = 0; count < 2; count++) await this.sell(true);
    await this.#at('sales are sent', () => this.setOffline(false));
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.#isOffline = isOffline;
    await this.tablet.setOffline(isOffline);
  }

  /** Sells one customer what lies there, or goes on with the sale that the tablet still has. */
  async sell(isOffline = this.#random.chance(0.5)): Promise<void> {
    if (isOffline !== this.#isOffline) await this.setOffline(isOffline);
    const { page } = this.tablet;
    let stage = await this.#stage();
    if (stage === 'done') await page.getByRole('button', { name: 'Next customer' }).click();
    if (stage === 'done' || stage === 'empty') {
      for (let count = this.#random.int(1, 3); count > 0; count--)
        await this.#at('a line is added', () => scan(page, this.#random.pick(this.#codes)));
      await page.getByRole('button', { name: /^Pay \$/ }).waitFor();
      stage = 'lines';
    }
    if (stage === 'lines')
      await this.#at('the payment begins', () =>
        page.getByRole('button', { name: /^Pay \$/ }).click(),
      );
    await page.getByRole('heading', { name: 'How do they pay?' }).waitFor();
    const last = await this.#choose(page);
    await this.#at('the last tap', last);
    const words = await page
      .getByText(/^Sale [\d,]+ is finished\./)
      .first()
      .innerText();
    this.finished.set(readNumber(words), this.#due);
    this.sales[isOffline ? 'offline' : 'online'] += 1;
    await this.#at('the sale is finished', () => Promise.resolve());
  }

  #due = 0;

  /** Chooses a tender up to its last tap, which is returned. */
  async #choose(page: Page): Promise<() => Promise<void>> {
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    // Also tells what is due.
    await button(/^Cash/).click();
    const exactly = button(/^Exactly \$/);
    this.#due = readNumber(await exactly.innerText());
    const tender = this.#random.pick(TENDERS);
    if (tender === 'exact cash') return () => exactly.click();
    if (tender === 'a bill')
      return () =>
        page
          .getByRole('button', { name: /Change \$/ })
          .first()
          .click();
    await button('Back').click();
    await button(tender === 'card' ? /^Card/ : /^Check/).click();
    if (tender === 'card') await page.getByRole('radio', { name: 'Visa' }).click();
    for (const digit of '4242')
      await page.getByRole('button', { name: digit, exact: true }).click();
    return () => button(tender === 'card' ? /^It says Approved/ : /^Take the check/).click();
  }

  /** Waits until the screen says where the sale is. */
  async #stage(): Promise<'empty' | 'lines' | 'pay' | 'done'> {
    const { page } = this.tablet;
    const signs = {
      empty: page.getByRole('heading', { name: 'Scan the first book' }),
      lines: page.getByRole('button', { name: /^Pay \$/ }),
      pay: page.getByRole('heading', { name: 'How do they pay?' }),
      done: page.getByText(/^Sale [\d,]+ is finished\./),
    };
    await signs.empty.or(signs.lines).or(signs.pay).or(signs.done).first().waitFor();
    for (const [stage, sign] of Object.entries(signs))
      if ((await sign.count()) > 0) return stage as keyof typeof signs;
    return this.#stage();
  }

  /** Waits with a network until the server has everything. */
  async handIn(): Promise<void> {
    await this.setOffline(false);
    await this.tablet.page.getByText('All sent').first().waitFor();
  }
}

/** Reads a number or an amount in cents from a text, such as "Exactly $1,234.50". */
function readNumber(text: string): number {
  return Number(/[\d,.]*\d/.exec(text)?.[0].replaceAll(/[,.]/g, ''));
}
