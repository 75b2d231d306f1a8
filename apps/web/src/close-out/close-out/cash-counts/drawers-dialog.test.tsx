import type { CashCountDay } from '@pos/contract/close-out/cash-counts';
import type { DrawerDay } from '@pos/contract/sales/drawers/drawers';
import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../../testing/render-page.tsx';
import { getDrawerSums } from './drawer-sums.ts';
import { DrawersDialog } from './drawers-dialog.tsx';

const at = '2026-10-14T21:00:00.000Z';
const none = { floatInCents: 0, floatOutCents: 0, toSafeCents: 0, paidOutCents: 0, moves: [] };
const count = {
  cashCents: 32_645,
  cashVarianceCents: -500,
  checkCents: 4_198,
  checks: 2,
  checkVarianceCents: 0,
  countedBy: 'Jo',
  secondPerson: 'Maria Lopez',
  reason: 'Wrong change',
  at,
};
const move = { id: 'm-1', enteredBy: 'Jo', at };
const drawers: DrawerDay[] = [
  {
    ...none,
    deviceId: 'REG-01',
    deviceName: 'Register 1',
    floatInCents: 10_000,
    toSafeCents: 20_000,
    paidOutCents: 700,
    moves: [
      { ...move, kind: 'float_in', amountCents: 10_000, reason: '' },
      { ...move, id: 'm-2', kind: 'pay_out', amountCents: 700, reason: 'Tape and paper' },
      { ...move, id: 'm-3', kind: 'to_safe', amountCents: 20_000, reason: '' },
    ],
    count,
  },
  { ...none, deviceId: 'REG-02', deviceName: 'Register 2', count: { ...count, countedBy: 'Vera' } },
  { ...none, deviceId: 'REG-03', deviceName: 'Register 3', count: null },
];

test('the office sees each drawer with its count, and takes over their sum with the money in the safe', async () => {
  await page.viewport(1440, 900);
  const day = { businessDay: '2026-10-14', weekday: 'Wed', drawers, count: null };
  await renderPage(() => (
    <DrawersDialog
      day={day as unknown as CashCountDay}
      timeZone="America/Chicago"
      onUse={() => undefined}
      onClose={() => undefined}
    />
  ));
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/^2 of 3 drawers counted/)).toBeVisible();
  await expect.element(dialog.getByText(/^Paid out \$7\.00: Tape and paper/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Use these counts' })).toBeVisible();
  const { violations } = await axe.run();
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(getDrawerSums(drawers)).toEqual({
    cashCents: 2 * 32_645 + 20_000,
    checkCents: 2 * 4_198,
    checks: 4,
    countedBy: 'Jo, Vera',
    secondPerson: 'Maria Lopez',
  });
});
