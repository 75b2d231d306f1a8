import type { CatalogTitle, RegisterStudent } from '@pos/contract/sales/register-catalog';
import { Books } from '../src/till/journal/books.ts';
import type { Notes } from '../src/till/journal/journal.ts';
import { MemoryJournal } from '../src/till/journal/memory-journal.ts';
import { Server } from '../src/till/office/server.ts';
import { makeParts, type Parts } from '../src/till/parts.ts';
import { saleView } from '../src/till/views.ts';

const PERSON = {
  id: crypto.randomUUID(),
  kind: 'admin',
  name: 'Jo',
  initial: 'J',
  approves: true,
} as const;
/** A title of four, some of them not taxed. */
export const title = (number: number, changes: Partial<CatalogTitle> = {}): CatalogTitle => ({
  sku: `SKU-${number}`,
  isbn13: `97801424${String(number).padStart(5, '0')}`,
  upc: null,
  title: `Title ${number}`,
  category: 'Picture',
  priceCents: 499 + number * 13,
  taxable: number % 3 !== 0,
  onHand: 3,
  shipAvailable: number % 2,
  active: true,
  ...changes,
});
export const child = (
  studentNumber: string,
  changes: Partial<RegisterStudent> = {},
): RegisterStudent => ({
  studentNumber,
  firstName: 'Finn',
  lastName: 'Silver',
  grade: '3',
  teacher: 'Ms. Alder',
  walletBalanceCents: 2_000,
  walletStatus: 'active',
  formerNumbers: [],
  ...changes,
});

/** Content of a till's disk before its first sale. */
export function notes({
  titles = [1, 2, 3, 4].map((number) => title(number)),
  students = [child('S1'), child('S2', { teacher: 'Mr. Elm', formerNumbers: ['OLD-2'] })],
  roundCash = false,
} = {}): Partial<Notes> {
  const fair: Notes['session']['fair'] = {
    id: crypto.randomUUID(),
    identifier: 'HILLTOP',
    name: 'Autumn Fair',
    schoolName: 'Hilltop School',
    startDate: '1990-01-01',
    endDate: '2190-01-01',
    timeZone: 'America/Chicago',
    taxRatePpm: 82_500,
    sellingFrom: '1990-01-01',
    sellingTo: '2190-01-01',
    schoolTaxExempt: false,
    factsEnabled: true,
  };
  const settings: Notes['catalog']['settings'] = {
    maxCheckOverageCents: 2_000,
    lastCopyThreshold: 1,
    maxDiscountPercent: 20,
    maxOfflineHours: 24,
    ewalletMinTopUpCents: 1_000,
    ewalletMaxBalanceCents: 50_000,
    ewalletLeftoverPolicy: 'carry_forward',
    roundCash,
    receiptFooter: '',
    supportEmail: '',
    supportPhone: '',
  };
  const fetchedAt = new Date().toISOString();
  return {
    pairing: { deviceId: 'REG-1', deviceKey: 'key', name: 'Register 1' },
    numbers: { deviceId: 'REG-1', epoch: 7, sequence: 0 },
    session: { person: PERSON, fair, mode: 'sell' },
    catalog: { fair, settings, titles, cursor: '', etag: null, fetchedAt },
    students: { fairIdentifier: fair.identifier, students },
  };
}

/** Opens a till in a school without a network. */
export async function offlineTill(
  given: Partial<Notes> = notes(),
  journal = new MemoryJournal(given),
): Promise<Parts & { journal: MemoryJournal }> {
  const server = new Server(() => Promise.reject(new TypeError('No network')));
  server.setReached(false);
  const books = await Books.open(journal);
  const options = { appVersion: '1', isOwner: true };
  const parts = makeParts(books, server, options, () => undefined);
  parts.checkout.onFinished = () => undefined;
  return { ...parts, journal };
}

/** The running sale as screens see it. */
export const getSale = ({ floor }: Parts) =>
  saleView(floor.sale, floor.shelf, { ...floor.terms, taxRatePpm: floor.taxRatePpm });
