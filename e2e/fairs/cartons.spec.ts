import { openFair } from '@pos/world/fair';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { readableAt } from '../support/barriers.ts';
import { browserWithCamera } from '../support/camera.ts';
import { scan } from '../support/keyboard.ts';
import { office, test, visit } from '../support/office.ts';
import { ownersDesk } from '../support/staff.ts';
import { signInAt } from '../support/sign-in.ts';

const times = <T>(count: number, state: T): T[] => Array<T>(count).fill(state);

/** Plans a fair with six cartons of 10 units each; `codes` names cartons by number. */
async function packed(identifier: string) {
  const desk = await ownersDesk();
  const { client } = desk;
  const codes = (...numbers: number[]): string[] =>
    numbers.map((number) => `${identifier}-C${number}`);
  const content = codes(1, 2, 3, 4, 5, 6).flatMap((carton, at) => [
    { carton, sku: 'CARTON-A', title: 'The Lantern', priceCents: 500, quantity: 6 },
    { carton, sku: `CARTON-${at + 1}`, title: `Volume ${at + 1}`, priceCents: 500, quantity: 4 },
  ]);
  const fair = await openFair(client, identifier, {}, content);
  const stock = async () => {
    const { totals } = (await client.fairs.getById({ params: { id: fair.id } })).data;
    return [totals.missingUnits, totals.onHandUnits];
  };
  const states = async () =>
    (await client.cartons.list({ params: { id: fair.id } })).data.map(({ status }) => status);
  return { desk, client, fair, codes, stock, states };
}

const figure = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('+ dd');

test('a delivery is scanned; two missing cartons leave the stock and return when they turn up', async ({
  page,
  context,
}) => {
  const { fair, codes, stock, states } = await packed('SCANIN');
  const other = await packed('ELSEWHERE');
  await signInAt(page, `/fair-details/${fair.id}?tab=cartons`);
  await expect(page.getByRole('row', { name: /SCANIN-C6/ })).toContainText('Not scanned yet');
  await page.getByRole('link', { name: 'Scan delivery' }).click();
  await expect(page).toHaveTitle('POS Admin - Scan cartons');
  await expect(page.getByText('Ready to scan')).toBeVisible();

  const last = page.locator('[data-part=last-scan]');
  await scan(page, 'scanin-c1');
  await expect(last).toContainText('Scanned in');
  await expect(last).toContainText('SCANIN-C1');
  await scan(page, ...codes(2), ...codes(2));
  await expect(last).toContainText('Already scanned');
  await scan(page, ...other.codes(3));
  await expect(last).toContainText('Belongs to another fair');
  await expect(last).toContainText('ELSEWHERE Book Fair');
  await scan(page, 'NO-SUCH-BOX');
  await expect(last).toContainText('Unknown carton');
  await readableAt(page, 'the scans', 320, 1440);
  const heights = await page
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(32);
  await expect(figure(page, 'Expected')).toHaveText('6');
  await expect(figure(page, 'Scanned')).toHaveText('2');

  await test.step('a scan never presses the focused button', async () => {
    const tones = page.getByRole('button', { name: 'Turn tones off' });
    await tones.focus();
    await scan(page, ...codes(3));
    await expect(last).toContainText('SCANIN-C3');
    await expect(tones).toBeVisible();
    await page.getByRole('button', { name: 'Finish delivery' }).click();
    const dialog = page.getByRole('dialog', { name: 'Finish delivery with 3 missing cartons?' });
    await dialog.getByRole('button', { name: 'Report 3 missing' }).focus();
    await scan(page, ...codes(4));
    await expect(dialog).toContainText('3 of 6 cartons scanned.');
    await dialog.getByRole('button', { name: 'Not yet' }).click();
    expect(await states()).toEqual(times(6, 'packed'));
  });

  await test.step('a network outage loses nothing, and the last scan can be undone', async () => {
    await context.setOffline(true);
    await scan(page, ...codes(4, 5));
    await expect(page.getByText('7 scans are kept on this tablet')).toBeVisible();
    await expect(figure(page, 'Scanned')).toHaveText('5');
    await page.getByRole('button', { name: 'Undo last' }).click();
    await expect(last).toContainText('Scan undone');
    await expect(page.getByRole('button', { name: 'It is here: SCANIN-C5' })).toBeVisible();
    await context.setOffline(false);
  });

  await test.step('scans survive a reload', async () => {
    await page.reload();
    await expect(page.getByText(/6 scans kept on this tablet until you finish/)).toBeVisible();
  });

  await page.getByRole('button', { name: 'Finish delivery' }).click();
  const dialog = page.getByRole('dialog', { name: 'Finish delivery with 2 missing cartons?' });
  await expect(dialog).toContainText(
    "4 of 6 cartons scanned. The content of the missing cartons, 20 units, leaves the fair's stock until they are scanned.",
  );
  await expect(dialog).toContainText('SCANIN-C5');
  await readableAt(page, 'the question', 320);
  await dialog.getByRole('button', { name: 'Report 2 missing' }).click();
  await expect(page.getByRole('heading', { name: '2 of 6 cartons missing' })).toBeVisible();
  await readableAt(page, 'the result', 320);
  expect(await states()).toEqual([...times(4, 'delivered'), ...times(2, 'missing_at_delivery')]);
  expect(await stock()).toEqual([20, 40]);

  await test.step('one turns up while offline and is sent automatically', async () => {
    await context.setOffline(true);
    await scan(page, ...codes(6));
    await expect(last).toContainText('Found');
    await expect(page.getByText('1 scan waiting to be sent.')).toBeVisible();
    expect(await stock()).toEqual([20, 40]);
    await context.setOffline(false);
    await expect(page.getByText('1 scan waiting to be sent.')).toBeHidden();
    await expect
      .poll(states)
      .toEqual([...times(4, 'delivered'), 'missing_at_delivery', 'delivered']);
    expect(await stock()).toEqual([10, 50]);
  });

  await test.step('the other is checked off by hand', async () => {
    await page.getByRole('button', { name: 'It is here: SCANIN-C5' }).click();
    await expect(page.getByText('Every carton is scanned.')).toBeVisible();
    await expect.poll(stock).toEqual([0, 60]);
  });

  await test.step('a damaged carton is corrected, and foreign ones are listed', async () => {
    await page.getByRole('link', { name: 'Back to the fair' }).click();
    const found = page.getByRole('listitem').filter({ hasText: other.codes(3)[0]! });
    await expect(found).toContainText('belongs to ELSEWHERE Book Fair');
    await page.getByRole('button', { name: 'Dismiss NO-SUCH-BOX' }).click();
    await expect(page.getByText('NO-SUCH-BOX', { exact: true })).toBeHidden();
    await page.getByRole('link', { name: 'SCANIN-C1' }).click();
    const carton = page.getByRole('dialog', { name: 'Carton SCANIN-C1' });
    await carton.getByRole('button', { name: 'Correct The Lantern' }).click();
    const form = page.getByRole('dialog', { name: 'Correct The Lantern' });
    await form.getByLabel('Not in the carton').fill('1');
    await form.getByLabel('Damaged').fill('6');
    await form.getByRole('button', { name: 'Save the correction' }).click();
    await expect(form.getByText('The carton was packed with 6.').first()).toBeVisible();
    await form.getByLabel('Damaged').fill('2');
    await form.getByRole('button', { name: 'Save the correction' }).click();
    await expect(carton).toContainText('1 short, 2 damaged');
    await readableAt(page, 'the carton', 320, 1440);
    expect(await stock()).toEqual([1, 57]);
  });
});

test('a return finished offline is sent once online; quantities stay; the missing list prints', async ({
  page,
  context,
}) => {
  const { client, fair, codes, stock, states } = await packed('SCANOUT');
  await client.cartons.scan({
    body: { fairId: fair.id, stage: 'delivery', codes: codes(1, 2, 3, 4, 5), confirm: true },
  });
  const before = await stock();
  await page.addInitScript(() => {
    window.print = () =>
      document.body.setAttribute(
        'data-printed',
        document.querySelector('[data-part=missing-paper]')?.textContent ?? '',
      );
  });
  await signInAt(page, `/fair-details/${fair.id}/scan?stage=return`);
  await expect(figure(page, 'Expected')).toHaveText('5');
  await scan(page, ...codes(6));
  await expect(
    page.getByRole('status').filter({ hasText: 'Reported missing at delivery' }),
  ).toBeVisible();
  await context.setOffline(true);
  await scan(page, ...codes(1, 2, 3));
  await page.getByRole('button', { name: 'Finish return' }).click();
  const dialog = page.getByRole('dialog', { name: 'Finish return with 2 missing cartons?' });
  await expect(dialog).toContainText('You are offline.');
  await dialog.getByRole('button', { name: 'Report 2 missing' }).click();
  await expect(page.getByText('3 scans waiting to be sent.')).toBeVisible();
  expect(await states()).toEqual([...times(5, 'delivered'), 'missing_at_delivery']);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: '2 of 5 cartons missing' })).toBeVisible();
  expect(await states()).toEqual([
    ...times(3, 'returned'),
    ...times(2, 'missing_at_return'),
    'missing_at_delivery',
  ]);
  expect(await stock()).toEqual(before);

  await page.getByRole('button', { name: 'Print missing list' }).click();
  await expect(page.locator('body')).toHaveAttribute(
    'data-printed',
    /Missing cartons.*SCANOUT Book Fair.*2 cartons, 20 units.*SCANOUT-C4.*6 × The Lantern; 4 × Volume 4/,
  );
  await visit(page, `/fair-details/${fair.id}`);
  await page.getByRole('link', { name: 'See cartons' }).click();
  await readableAt(page, 'the list', 320, 1440);
  await page.getByRole('link', { name: 'SCANOUT-C4' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Carton SCANOUT-C4' }).getByRole('row', { name: /Volume 4/ }),
  ).toContainText('4');

  await test.step('the return is put away on a phone, carton by carton', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, `/warehouse/returns/${fair.id}`);
    const last = page.locator('[data-part=last-scan]');
    await expect(last).toContainText('Ready');
    // A scanner is quicker than the answer: the books are put away from the carton all the same.
    await scan(page, ...codes(4), 'CARTON-A', 'CARTON-A');
    await expect(last).toContainText('2 of 30');
    await expect(page.getByText(`Carton ${codes(4)[0]}, 2 units put away`)).toBeVisible();
    await page.getByRole('button', { name: 'Damaged', exact: true }).click();
    await scan(page, 'CARTON-A');
    await expect(last).toContainText('The Lantern, damaged');
    await scan(page, 'NO-SUCH-BOOK');
    await last.getByRole('button', { name: 'Not ours' }).click();
    await expect(last).toContainText('Noted for the school');
    await readableAt(page, 'the put-away', 320, 1440);
    await page.getByRole('button', { name: 'Put away', exact: true }).click();
    const question = page.getByRole('dialog');
    await question.getByRole('checkbox').check();
    await question.getByRole('button', { name: 'Put away', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Go on scanning' })).toBeVisible();
    const query = { fairId: fair.id, search: 'CARTON-A' };
    const { results } = (await client.inventory.fairInventory({ query })).data;
    expect(results).toMatchObject([{ countedReturnQty: 3, damagedQty: 1 }]);
  });
});

test("labels are printed, and a phone's camera reads one in scan mode", async ({ page }) => {
  const { fair } = await packed('CAMERA');
  await signInAt(page, `/fair-details/${fair.id}?tab=cartons`);
  await page.getByRole('button', { name: 'Print labels' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'On 4 × 6 inch labels' }).click();
  const labels = await readFile(await (await download).path());

  const folder = await mkdtemp(path.join(tmpdir(), 'camera-'));
  const phone = await browserWithCamera(labels, 4, folder);
  const hand = await phone.newPage({
    baseURL: office.url(),
    viewport: { width: 390, height: 844 },
  });
  const violations: string[] = [];
  hand.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  await signInAt(hand, `/fair-details/${fair.id}?tab=cartons`);
  await hand.getByRole('link', { name: 'Scan delivery' }).click();
  await hand.getByRole('button', { name: 'Scan with the camera' }).click();
  const last = hand.locator('[data-part=last-scan]');
  await expect(last).toContainText('CAMERA-C4');
  await expect(figure(hand, 'Scanned')).toHaveText('1');
  await readableAt(hand, 'the camera', 320);
  await hand.getByRole('button', { name: 'Close the camera' }).click();
  await expect(hand.getByRole('button', { name: 'Scan with the camera' })).toBeVisible();
  expect(violations).toEqual([]);
  await phone.close();
  await rm(folder, { recursive: true });
});

test('a fair is restocked from its last copies: packed, sent, and the fair confirms its arrival', async ({
  page,
}) => {
  const { client } = await ownersDesk();
  const kite = { sku: 'LAST-KITE', title: 'The Last Kite', priceCents: 500 };
  const fair = await openFair(client, 'KITES', {}, [{ ...kite, quantity: 1 }]);
  // Units of a line that is removed go to the warehouse.
  const giver = await openFair(client, 'GIVER', {}, [{ ...kite, quantity: 12 }]);
  const line = async (fairId: string) =>
    (await client.inventory.fairInventory({ query: { fairId } })).data.results[0]!;
  await client.inventory.delete({ params: { id: (await line(giver.id)).id } });

  const report = new URLSearchParams({
    reportType: 'LAST_COPY',
    schoolIdentifier: fair.schoolIdentifier,
    startDate: fair.startDate,
    endDate: fair.endDate,
  });
  await signInAt(page, `/reports?${report.toString()}`);
  await page.getByRole('button', { name: 'Restock these' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restock these titles' });
  await dialog.getByRole('checkbox', { name: /The Last Kite/ }).check();
  await dialog.getByLabel('Units of The Last Kite').fill('3');
  await readableAt(page, 'the titles to restock', 320, 1440);
  await dialog.getByRole('button', { name: 'Open restock with 1 title' }).click();

  const units = page.getByLabel('Units of The Last Kite in carton 1');
  await expect(units).toHaveValue('3');
  await units.fill('5');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('term').filter({ hasText: 'Units' }).locator('+ dd')).toHaveText('5');
  await readableAt(page, 'the open restock', 320, 1440);
  await page.getByRole('button', { name: 'Pack', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Print labels' })).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1 carton' }).click();
  await expect(page.getByText('On its way')).toBeVisible();
  await readableAt(page, 'the sent restock', 320, 1440);

  await visit(page, `/fair-details/${fair.id}?tab=cartons`);
  const restocks = page.getByRole('list', { name: 'Restocks of the fair' });
  await expect(restocks).toContainText('1 title, 5 units, 1 carton');
  await restocks.getByRole('button', { name: 'Confirm arrival' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Everything arrived' }).click();
  await expect(restocks).toContainText('Received');
  expect(await line(fair.id)).toMatchObject({ receivedQty: 6, onHand: 6 });
  await visit(page, `/warehouse/shipments?fairId=${fair.id}`);
  await expect(page.getByRole('row', { name: /KITES Book Fair/ })).toContainText('Received');
  await readableAt(page, 'the shipments', 320, 1440);
});
