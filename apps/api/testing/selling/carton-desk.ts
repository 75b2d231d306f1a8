import type { ActivityEntry } from '@pos/contract/staff/activity';
import type { Carton, CartonScan, CartonScanAnswer } from '@pos/contract/stock/cartons';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import { type PackedTitle, packedRow, packingList, uploadInventory } from './inventory-file.ts';
import { plannedFair } from './planned-fair.ts';
import { readActivity } from '../calls/reading.ts';
import type { TestApp } from '../app/test-app.ts';

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
    const moon: PackedTitle = [MOON, 'The Moon', null, 'Picture', 8.99];
    const goose: PackedTitle = [GOOSE, 'A Goose', null, 'Chapter', 5];
    const pen: PackedTitle = [PEN, 'Pen', null, 'Merchandise', 1.25];
    const file = await packingList(
      packedRow(`${name}-C1`, moon, 10),
      packedRow(`${name}-C2`, moon, 4),
      packedRow(`${name}-C2`, goose, 6),
      packedRow(`${name}-C3`, goose, 3),
      packedRow(`${name}-C10`, pen, 40),
      packedRow(null, pen, 5),
    );
    await uploadInventory(this.#test.owner, file, { fairId: fair.id });
    return fair;
  }

  async scan(fair: FairDetails, body: Omit<CartonScan, 'fairId'>): Promise<CartonScanAnswer> {
    return await this.#test.ask.cartons.scan({ body: { fairId: fair.id, ...body } });
  }

  /** Scans cartons, given by number or code, and confirms what is missing. */
  confirmed(
    fair: FairDetails,
    stage: CartonScan['stage'],
    ...cartons: (number | string)[]
  ): Promise<CartonScanAnswer> {
    const codes = cartons.map((carton) =>
      typeof carton === 'number' ? `${fair.schoolIdentifier}-C${carton}` : carton,
    );
    return this.scan(fair, { stage, codes, confirm: true });
  }

  toCodes(fair: FairDetails, ...numbers: number[]): string[] {
    return numbers.map((number) => `${fair.schoolIdentifier}-C${number}`);
  }

  async readCartons(fair: FairDetails): Promise<Carton[]> {
    return await this.#test.ask.cartons.list({ params: { id: fair.id } });
  }

  /** Returns the states of C1, C2, C3 and C10, separated by blanks. */
  async states(fair: FairDetails): Promise<string> {
    return (await this.readCartons(fair)).map(({ status }) => status).join(' ');
  }

  /** Sent, missing, on-hand and expected units of every title, by SKU. */
  async quantities(fair: FairDetails) {
    const query = { fairId: fair.id, sort: 'sku', limit: 50 } as const;
    const { results } = await this.#test.ask.inventory.fairInventory({ query });
    return Object.fromEntries(
      results.map(({ sku, sentQty, missingQty, onHand, expectedReturn }) => [
        sku,
        { sentQty, missingQty, onHand, expectedReturn },
      ]),
    );
  }

  /** Returns the activity of the fair that concerns cartons. */
  async readActivity(fair: FairDetails): Promise<ActivityEntry[]> {
    const entries = await readActivity(this.#test, 'fair', fair.id);
    return entries.filter(({ action }) => action.startsWith('fair.cartons'));
  }
}
