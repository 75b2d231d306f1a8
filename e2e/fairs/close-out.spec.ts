import { expect } from '@playwright/test';
import { HUNGER } from '@pos/world/sale';
import { barriers, readableAt } from '../support/barriers.ts';
import { confirmPoints, DAY, fairAtItsEnd, step, typeInto } from '../support/close-outs.ts';
import { downloaded } from '../support/downloaded.ts';
import { paste, press } from '../support/keyboard.ts';
import { test, visit } from '../support/office.ts';
import { signIn } from '../support/sign-in.ts';
import { sideScroll } from '../support/widths.ts';

const shownDay = DAY.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1');

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('a fair is closed out by keyboard, reverted for a late order, and finished again', async ({
  page,
}) => {
  const { client, fair, sell, address } = await fairAtItsEnd('CLOSE');
  await sell({ lines: [{ sku: HUNGER, quantity: 3 }] });
  await sell({ payments: [{ method: 2, checkNumber: '44' }] });
  await visit(page, address);

  await test.step('the checks list the points to confirm', async () => {
    await expect(page.getByText('1 carton not scanned on return.')).toBeVisible();
    await expect(page.getByText('1 title not counted (16 units).')).toBeVisible();
  });

  await test.step('the count hides the expected amount until entered, and asks why it is short', async () => {
    await press(page, 'Continue to count');
    await expect(step(page, 'Count what you hold')).toBeFocused();
    await expect(page).toHaveURL(/step=count/);
    const cash = page.getByRole('group', { name: 'Cash', exact: true });
    await expect(cash).toContainText('Hidden');
    await expect(page.getByText('$29.20')).toHaveCount(0);
    await press(page, 'Bills and coins');
    // One $20, and nine $1 four fields below.
    await page.getByLabel('Number of $20').focus();
    await paste(page, '1\n\n\n\n9');
    await expect(page.getByRole('status', { name: 'Pasted counts' })).toContainText(
      '2 counts pasted',
    );
    await expect(page.getByLabel('Counted cash', { exact: true })).toHaveValue('29.00');
    await expect(cash).toContainText('Expected $29.20');
    await expect(cash).toContainText('−$0.20 short');
    await typeInto(page, 'Counted checks', '9.73');
    const checks = page.getByRole('group', { name: 'Check', exact: true });
    await typeInto(page, 'Number of checks', '2');
    await expect(checks).toContainText('1 check too many');
    await typeInto(page, 'Number of checks', '1');
    await expect(checks).toContainText('Matches');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Explain why the money is over or short.')).toBeVisible();
    await expect(page.getByLabel('Why over or short')).toBeFocused();
    await page.keyboard.type('Two dimes short in the change.');
    expect(await barriers(page)).toEqual([]);
  });

  await test.step('returns, profit and review follow; each open point is confirmed', async () => {
    await press(page, 'Continue to returns');
    await expect(page.getByText('0 of 1', { exact: true }).first()).toBeVisible();
    await press(page, 'Continue to profit');
    await press(page, 'Continue to review and sign');
    await expect(page.getByText('Choose cash or AveDollars.')).toBeVisible();
    await expect(page.getByText('25% of $35.96')).toBeVisible();
    await page.getByRole('radio', { name: 'AveDollars' }).focus();
    await page.keyboard.press('Space');
    await typeInto(page, /^Fee or credit/, '-1.50');
    await typeInto(page, /^Reason for it/, 'Goodwill');
    await press(page, 'Continue to review and sign');
    await expect(page.getByText('AveDollars, 40%')).toBeVisible();
    await typeInto(page, /^Second person/, 'Robin Vale');
    expect(await barriers(page)).toEqual([]);
    await press(page, 'Finish close-out');
    const points = page.getByRole('group', { name: 'To confirm' });
    await expect(points).toContainText('Confirm each point before you finish.');
    expect((await client.fairs.getById({ params: { id: fair.id } })).data.closeOutState).toBe(
      'open',
    );
    await expect(points.getByLabel('1 carton not scanned on return.')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByRole('list', { name: 'Steps' })).toContainText('1 to confirm');
    await points.getByLabel(/^1 title not counted/).check();
    await press(page, 'Finish close-out');
  });

  await test.step('the fair is frozen as counted', async () => {
    await expect(step(page, 'Close-out v1')).toBeFocused();
    await expect(page.getByText(/with Robin Vale on/).first()).toBeVisible();
    await expect(
      page.getByText('Over or short: Two dimes short in the change.').first(),
    ).toBeVisible();
    await expect(page.getByText('Closed out', { exact: true }).first()).toBeVisible();
    // The settlement is that of the reports, which know of no credit.
    await expect(page.getByText('After the credit').locator('..')).toContainText('$37.43');
    await page.emulateMedia({ media: 'print' });
    await expect(step(page, 'Close-out v1')).toBeVisible();
    await expect(page.getByRole('navigation').first()).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    const { name, content } = await downloaded(page.getByRole('button', { name: 'Statement' }));
    expect(name).toMatch(/\.pdf$/);
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
  });

  await test.step('a late order is held; reverting requires a reason and the identifier', async () => {
    await sell();
    await page.reload();
    await expect(page.getByText('1 held order, not counted in reports.')).toBeVisible();
    await press(page, 'Revert…');
    const dialog = page.getByRole('dialog', { name: /^Revert the close-out of/ });
    await expect(dialog).toContainText('$14.38 in AveDollars are taken back from the school.');
    await press(page, 'Revert close-out');
    await expect(dialog.getByText('Enter a reason of 5 to 255 characters.').first()).toBeVisible();
    await typeInto(page, 'Reason', 'A late order came in.');
    await typeInto(page, `Type ${fair.identifier} to confirm`, fair.identifier);
    await press(page, 'Revert close-out');
    await expect(
      page.getByText(/^Close-out v1 was reverted by .*: A late order came in\.$/),
    ).toBeVisible();
    // On its last day a fair is still live; reverted shows once it has ended.
    await visit(page, '/fairs');
    await expect(page.getByRole('row', { name: new RegExp(fair.name) })).toContainText(
      'Live, close-out reverted',
    );
  });

  await test.step('finished again, the difference is exactly the late order', async () => {
    const [held] = (await client.orders.held({ query: { fairId: fair.id } })).data.results;
    await client.orders.decideHeld({ params: { id: held!.id }, body: { decision: 'release' } });
    await visit(page, address);
    // Until its answer comes, the page shows the figures before, which the product refuses to sign.
    await expect(page.getByText('3 orders, $48.66')).toBeVisible();
    await press(page, 'Review and sign', 'link');
    await press(page, 'Finish close-out');
    await expect(page.getByRole('radio', { name: 'Cash' })).toBeFocused();
    await page.keyboard.press('Space');
    await press(page, 'Continue to review and sign');
    await confirmPoints(page);
    await press(page, 'Finish close-out');
    await press(page, 'Finish anyway');
    await expect(step(page, 'Close-out v2')).toBeVisible();
    const figures = page.getByRole('region', { name: 'Figures that changed' });
    await expect(figures.getByRole('row', { name: /^Orders/ })).toHaveText(/Orders23\+1/);
    await expect(figures.getByRole('row', { name: /^Net sales/ })).toContainText('+$8.99');
    const orders = page.getByRole('region', { name: 'Orders that changed' }).getByRole('row');
    await expect(orders).toHaveCount(2);
    await expect(orders.last()).toContainText('Added');
    await expect(page.getByText('Reverted by')).toBeVisible();
  });
});

test('a fair that cannot be closed out shows all reasons at once and keeps the count', async ({
  page,
}) => {
  const { deviceId, pos, sell, address } = await fairAtItsEnd('BLOCK');
  await visit(page, `${address}&step=count`);
  await typeInto(page, 'Counted cash', '0');
  await press(page, 'Continue to returns');
  await press(page, 'Continue to profit');
  await page.getByRole('radio', { name: 'Cash' }).focus();
  await page.keyboard.press('Space');
  await press(page, 'Continue to review and sign');
  await expect(step(page, 'Review and sign')).toBeFocused();
  await confirmPoints(page);

  await sell({
    payments: [{ method: 1, cardBrand: 'Visa', cardLast4: '4242', status: 'pending' }],
  });
  await pos.heartbeat({ body: { appVersion: '1.0', unsentOrders: 2 } });
  await press(page, 'Finish close-out');
  await expect(
    page.getByRole('alert').filter({ hasText: 'This fair cannot be closed out yet.' }),
  ).toBeVisible();
  await expect(step(page, 'Before you count')).toBeFocused();
  for (const reason of [
    '1 order is open and not fully paid.',
    '1 payment is pending.',
    `2 orders are still on a register: ${deviceId} (2).`,
  ])
    await expect(page.getByText(reason).first()).toBeVisible();
  await press(page, 'See orders', 'link');
  await expect(page).toHaveURL(/tab=orders&status=open/);
  await page.goBack();
  await page
    .getByRole('region', { name: 'Unsaved draft' })
    .getByRole('button', { name: 'Restore' })
    .click();
  await press(page, 'Count', 'link');
  await expect(page.getByLabel('Counted cash', { exact: true })).toHaveValue('0.00');
});

test('a float and an evening are counted on a phone and recounted, and the close-out uses them', async ({
  page,
}) => {
  const { sell, address } = await fairAtItsEnd('EVENING');
  await sell();
  await sell({
    payments: [{ method: 2, checkNumber: '44', tenderedCents: 1_000, changeCents: 27 }],
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `${address}&step=count`);
  const dialog = page.getByRole('dialog');
  const counts = page.getByRole('list', { name: 'Evening counts' });
  const save = async (name: string, amounts: Record<string, string>) => {
    for (const [label, amount] of Object.entries({ ...amounts, 'Second person': 'Robin Vale' }))
      await dialog.getByLabel(label, { exact: label !== 'Second person' }).fill(amount);
    await dialog.getByRole('button', { name }).click();
    await expect(dialog).toBeHidden();
  };

  await test.step('a float is counted in', async () => {
    await page
      .getByRole('button', { name: /^Float: / })
      .last()
      .click();
    await dialog.getByRole('button', { name: 'Save float' }).click();
    await expect(
      dialog.getByText('Enter the float counted, 0 if there is none.').first(),
    ).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await save('Save float', { Amount: '50' });
    await expect(page.getByText('Float $50.00 in')).toBeVisible();
  });

  await test.step('a wrong number of checks does not match, and the count is made again', async () => {
    await page.getByRole('button', { name: new RegExp(`^Count: .*${shownDay}`) }).click();
    await dialog.getByRole('button', { name: 'Save count' }).click();
    await expect(
      page.getByText('Enter the cash counted, 0 if there is none.').first(),
    ).toBeVisible();
    await save('Save count', { Cash: '147.03', Checks: '10', 'Number of checks': '2' });
    await expect(page.getByText('Cash $87.57 over')).toBeVisible();
    await expect(counts).toContainText('1 check too many');
    await page.getByRole('button', { name: new RegExp(`^Count again: .*${shownDay}`) }).click();
    await save('Save count', { Cash: '59.46', Checks: '10', 'Number of checks': '1' });
    await expect(counts).toContainText('Matches');
    await press(page, /^1 earlier count of/);
    await expect(dialog).toContainText('$147.03 cash');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('expected cash is explained line by line', async () => {
    await counts.getByText('How expected cash adds up').press('Enter');
    for (const text of [
      'Cash, net$9.73',
      'Change given on checks−$0.27',
      'Expected cash$9.46',
      'Float counted in$50.00',
      'In the drawers$59.46',
    ])
      await expect(counts).toContainText(text);
    await readableAt(page, 'evening counts', 390);
  });

  await test.step('the close-out takes their sum, without the float', async () => {
    const cash = page.getByLabel('Counted cash', { exact: true });
    await expect(cash).toHaveAttribute('placeholder', '9.46');
    await expect(cash).toHaveAccessibleDescription('From the evening counts.');
    await expect(page.getByRole('group', { name: 'Cash', exact: true })).toContainText('Matches');
    await expect(
      page.getByText(
        'A float of $50.00 was counted in and not out. Enter the counted cash without it.',
      ),
    ).toBeVisible();
    await page.setViewportSize({ width: 320, height: 640 });
    for (const name of ['checks', 'count', 'returns', 'profit', 'review']) {
      await visit(page, `${address}&step=${name}`);
      await expect(page.getByRole('form', { name: 'Close out the fair' })).toBeVisible();
      expect(await sideScroll(page), name).toBeUndefined();
    }
  });
});
