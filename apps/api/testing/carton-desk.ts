import type { ActivityEntry } from '@pos/contract/activity';
import type { Carton, CartonScan, CartonScanAnswer } from '@pos/contract/cartons';
import type { FairDetails } from '@pos/contract/fairs';
import { packingList, uploadInventory } from './inventory-file.ts';
import { plannedFair } from './planned-fair.ts';
import type { TestApp } from './test-app.ts';

export const MOON = '9780439023481';
export const GOOSE = '9780156030304';
export const PEN = 'PEN-01';

/** Plans fairs with cartons, scans them as staff, and reads the results. */
export class CartonDesk {
  readonly #test: TestApp;

  constructor(test: TestApp) {
    this.#test = test;
  }

  /** Plans a fair with four cartons, C1, C2, C3 and C10, that share titles. */
  async packedFair(name: string): Promise<FairDetails> {
    const fair = await plannedFair(this.#test, name);
    await uploadInventory(
      this.#test.owner,
      await packingList(
        [`${name}-C1`, MOON, 'The Moon', null, 'Picture', 8.99, 10, 'Y'],
        [`${name}-C2`, MOON, 'The Moon', null, 'Picture', 8.99, 4, 'Y'],
        [`${name}-C2`, GOOSE, 'A Goose', null, 'Chapter', 5, 6, 'Y'],
        [`${name}-C3`, GOOSE, 'A Goose', null, 'Chapter', 5, 3, 'Y'],
        [`${name}-C10`, PEN, 'Pen', null, 'Merchandise', 1.25, 40, 'Y'],
        [null, PEN, 'Pen', null, 'Merchandise', 1.25, 5, 'Y'],
      ),
      { fairId: fair.id },
    );
    return fair;
  }

  async scan(fair: FairDetails, body: Omit<CartonScan, 'fairId'>): Promise<CartonScanAnswer> {
    return await this.#test.ask.cartons.scan({ body: { fairId: fair.id, ...body } });
  }

  /** Scans cartons and confirms what is missing. */
  confirmed(
    fair: FairDetails,
    stage: CartonScan['stage'],
    ...codes: string[]
  ): Promise<CartonScanAnswer> {
    return this.scan(fair, { stage, codes, confirm: true });
  }

  codesOf(fair: FairDetails, ...numbers: number[]): string[] {
    return numbers.map((number) => `${fair.schoolIdentifier}-C${number}`);
  }

  async cartonsOf(fair: FairDetails): Promise<Carton[]> {
    return await this.#test.ask.cartons.list({ params: { id: fair.id } });
  }

  async states(fair: FairDetails): Promise<Carton['status'][]> {
    return (await this.cartonsOf(fair)).map(({ status }) => status);
  }

  /** Sent, missing, on-hand and expected units of every title, by SKU. */
  async quantities(fair: FairDetails) {
    const { data } = await this.#test.owner.inventory.fairInventory({
      query: { fairId: fair.id, sort: 'sku', limit: 50 },
    });
    return Object.fromEntries(
      data.results.map(({ sku, sentQty, missingQty, onHand, expectedReturn }) => [
        sku,
        { sentQty, missingQty, onHand, expectedReturn },
      ]),
    );
  }

  /** Returns the activity of the fair that concerns cartons. */
  async activityOf(fair: FairDetails): Promise<ActivityEntry[]> {
    const { data } = await this.#test.owner.activity.list({
      query: { entity: 'fair', entityId: fair.id },
    });
    return data.results.filter(({ action }) => action.startsWith('fair.cartons'));
  }
}
