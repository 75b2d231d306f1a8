import type { CatalogTitle, RegisterStudent } from '@pos/contract/sales/register-catalog';
import { Shelf } from './shelf.ts';

/** An invented fair to practice with, before this device has met a real one. */

const title = (number: number, name: string, priceCents: number): CatalogTitle => ({
  sku: `97800000000${String(number).padStart(2, '0')}`,
  isbn13: `97800000000${String(number).padStart(2, '0')}`,
  upc: null,
  title: name,
  category: 'Picture',
  priceCents,
  taxable: true,
  onHand: 5,
  shipAvailable: 10,
  active: true,
});

const student = (
  studentNumber: string,
  firstName: string,
  walletBalanceCents: number,
): RegisterStudent => ({
  studentNumber,
  firstName,
  lastName: 'Practice',
  grade: '3',
  teacher: 'Ms. Example',
  walletBalanceCents,
  walletStatus: 'active',
  formerNumbers: [],
});

export const PRACTICE_SHELF = new Shelf(
  {
    fair: {
      id: '00000000-0000-4000-8000-000000000000',
      identifier: 'PRACTICE',
      name: 'Practice',
      schoolName: 'Practice School',
      startDate: '2026-01-01',
      endDate: '2199-01-01',
      timeZone: 'America/Chicago',
      taxRatePpm: 82_500,
      sellingFrom: '2026-01-01',
      sellingTo: '2199-01-01',
      schoolTaxExempt: false,
      factsEnabled: true,
    },
    settings: {
      maxCheckOverageCents: 2_000,
      lastCopyThreshold: 1,
      maxDiscountPercent: 20,
      maxOfflineHours: 24,
      ewalletMinTopUpCents: 1_000,
      ewalletMaxBalanceCents: 50_000,
      ewalletLeftoverPolicy: 'carry_forward',
      roundCash: false,
      receiptFooter: '',
      supportEmail: '',
      supportPhone: '',
    },
    titles: [
      title(1, 'A Bear Learns to Count', 599),
      title(2, 'The Moon in the Bucket', 799),
      title(3, 'Seven Small Dragons', 499),
      title(4, 'How Bridges Stand', 1_299),
    ],
    cursor: '',
    etag: null,
    fetchedAt: '2026-01-01T00:00:00.000Z',
  },
  [student('PRACTICE-1', 'Ada', 2_000), student('PRACTICE-2', 'Ben', 300)],
);
