import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toReceipt } from '#register/till/rules/scan.ts';
import type { Receipt } from './receipt.ts';
import { fromFragment, toFragment } from './receipt-link.ts';

const cents = fc.integer({ min: 0, max: 99_999 });
const RECEIPT: fc.Arbitrary<Receipt> = fc.record({
  id: fc.uuid(),
  school: fc.string({ unit: 'grapheme', maxLength: 60 }),
  fair: fc.string({ maxLength: 60 }),
  register: fc.constant('Register 1'),
  sequence: fc.integer({ min: 1, max: 100_000 }),
  soldAt: fc.integer({ min: 0, max: 60_000_000 }).map((at) => new Date(at * 60_000).toISOString()),
  timeZone: fc.constant('America/Chicago'),
  lines: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 999 }),
      title: fc.string({ unit: 'grapheme', maxLength: 40 }),
      netCents: cents,
      ships: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60 },
  ),
  more: fc.constant({ items: 0, cents: 0 }),
  subtotalCents: cents,
  taxCents: cents,
  taxRatePpm: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
  totalCents: cents,
  payments: fc.array(
    fc.record({
      method: fc.constantFrom(1, 2, 3, 4, 5, 6),
      givenCents: cents,
      changeCents: cents,
      roundingCents: fc.integer({ min: -2, max: 2 }),
    }),
    { maxLength: 3 },
  ),
  footer: fc.string({ maxLength: 80 }),
  phone: fc.constant('(555) 010-0142'),
  email: fc.constant('help@example.org'),
});

test('any receipt reads the same from its address, whose lines that have no room are added up', async () => {
  await fc.assert(
    fc.asyncProperty(RECEIPT, async (receipt) => {
      const fragment = await toFragment(receipt);
      const read = await fromFragment(`#${fragment}`);
      const { lines, more, ...rest } = read!;
      expect({ ...rest, lines: receipt.lines, more: receipt.more }).toEqual(receipt);
      expect(lines).toEqual(
        receipt.lines
          .slice(0, lines.length)
          .map((line) => ({ ...line, title: [...line.title].slice(0, 48).join('') })),
      );
      const net = (all: Receipt['lines']) => all.reduce((sum, { netCents }) => sum + netCents, 0);
      expect(net(lines) + more.cents).toBe(net(receipt.lines));
      // A scanner that reads the address finds the sale.
      expect(toReceipt(`https://fair.example/receipt#${fragment}`)).toBe(receipt.id);
      expect(fragment.length).toBeLessThan(1_200);
    }),
    { numRuns: 100 },
  );
});

test.each(['', '#', '#0C9A4F52-7D0E-4C3F-9B57-2F1F6F0A1E01', '#x.y', `#${'A'.repeat(36)}.AAAA`])(
  'an address that holds no receipt gives none: %j',
  async (fragment) => {
    expect(await fromFragment(fragment)).toBeNull();
  },
);
