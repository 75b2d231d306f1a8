import type { NewDeskTopUp } from '@pos/contract/students/desk-top-ups';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';

/**
 * A small company without a source system: two schools with agreements, three fairs. Days are
 * counted from the first day of the first fair (0), so that the company is always in the recent
 * past. Amounts in cents, rates and shares in parts per million.
 */

/** Days from day 0 to the day on which the company is walked. */
export const DAYS_SINCE_START = 12;

/** Certificate of a tax-exempt school, and its last day. */
type Certificate = { number: string; lastDay: number };

/** The certificate of the first school ends on the first day of its first fair. */
export const SCHOOLS = [
  {
    identifier: 'MAPLE',
    name: 'Maple Street School',
    address: '12 Maple St',
    city: 'Ithaca',
    state: 'NY' as const,
    zip: '14850',
    timeZone: 'America/New_York',
    factsEnabled: false,
    certificate: { number: 'NY-0012', lastDay: 0 } as Certificate | undefined,
    profitBands: [
      { fromCents: 0, profitCashPpm: 200_000, profitAveDollarPpm: 350_000 },
      { fromCents: 250_000, profitCashPpm: 305_000, profitAveDollarPpm: 455_000 },
    ],
  },
  {
    identifier: 'BIRCH',
    name: 'Birch Valley School',
    address: '400 Valley Rd',
    city: 'Fresno',
    state: 'CA' as const,
    zip: '93650',
    timeZone: 'America/Los_Angeles',
    factsEnabled: true,
    certificate: undefined,
    profitBands: [
      { fromCents: 0, profitCashPpm: 250_000, profitAveDollarPpm: 400_000 },
      { fromCents: 50_000, profitCashPpm: 275_000, profitAveDollarPpm: 425_000 },
    ],
  },
];

export type CompanyTitle = {
  sku: string;
  title: string;
  category: 'Picture' | 'Chapter' | 'Teen' | 'Faith' | 'Merchandise';
  priceCents: number;
  taxable: boolean;
};

export const TITLES: readonly CompanyTitle[] = [
  { sku: '9780439023481', title: 'The Arena', category: 'Teen', priceCents: 899, taxable: true },
  { sku: '9780156030304', title: 'Flowers', category: 'Chapter', priceCents: 1699, taxable: true },
  { sku: '9780385341677', title: 'Night Sky', category: 'Picture', priceCents: 499, taxable: true },
  { sku: '9780449223604', title: 'The River', category: 'Chapter', priceCents: 733, taxable: true },
  { sku: 'PENCIL-01', title: 'Pencil', category: 'Merchandise', priceCents: 125, taxable: true },
  { sku: 'ERASER-01', title: 'Eraser', category: 'Merchandise', priceCents: 75, taxable: true },
  { sku: 'BIBLE-01', title: 'Bible', category: 'Faith', priceCents: 1200, taxable: false },
  { sku: 'PSALMS-01', title: 'Psalms', category: 'Faith', priceCents: 333, taxable: false },
];

/** A desk top-up of a student's eWallet. */
type TopUp = Pick<NewDeskTopUp, 'method' | 'amountCents' | 'checkNumber'>;
const { cash, check, creditCard } = PaymentMethod;
const byCash = (amountCents: number): TopUp => ({ method: cash, amountCents });
const byCard = (amountCents: number): TopUp => ({ method: creditCard, amountCents });
const byCheck = (amountCents: number, checkNumber: string): TopUp => ({
  method: check,
  amountCents,
  checkNumber,
});

/** The check of this number is returned by the bank after the student has spent a part of it. */
export const RETURNED_CHECK = '1042';

export const STUDENTS: readonly { number: string; school: string; topUps: readonly TopUp[] }[] = [
  { number: 'M-1', school: 'MAPLE', topUps: [byCash(15_000), byCheck(10_050, '1041')] },
  { number: 'M-2', school: 'MAPLE', topUps: [byCheck(25_000, RETURNED_CHECK)] },
  { number: 'M-3', school: 'MAPLE', topUps: [byCard(22_000)] },
  { number: 'B-1', school: 'BIRCH', topUps: [byCash(20_000)] },
  { number: 'B-2', school: 'BIRCH', topUps: [byCheck(17_500, '77'), byCash(1_001)] },
];

export type CompanyFair = {
  identifier: string;
  school: string;
  name: string;
  firstDay: number;
  lastDay: number;
  taxRatePpm: number;
  devices: readonly string[];
  orders: number;
  refunds: number;
  profitOption: 'cash' | 'ave_dollar';
};

/** In the order in which they are sold and closed out: the third spends what the first earned. */
export const FAIRS: readonly CompanyFair[] = [
  {
    identifier: 'MAPLE-A',
    school: 'MAPLE',
    name: 'Maple Fall Fair',
    firstDay: 0,
    lastDay: 1,
    taxRatePpm: 88_750,
    devices: ['REG-01'],
    orders: 60,
    refunds: 6,
    profitOption: 'ave_dollar',
  },
  {
    identifier: 'BIRCH-A',
    school: 'BIRCH',
    name: 'Birch Fall Fair',
    firstDay: 3,
    lastDay: 4,
    taxRatePpm: 72_500,
    devices: ['REG-02'],
    orders: 50,
    refunds: 5,
    profitOption: 'cash',
  },
  {
    identifier: 'MAPLE-B',
    school: 'MAPLE',
    name: 'Maple Encore Fair',
    firstDay: 7,
    lastDay: 8,
    taxRatePpm: 88_750,
    devices: ['REG-01', 'REG-03'],
    orders: 90,
    refunds: 8,
    profitOption: 'cash',
  },
];
