import { expect, type Page } from '@playwright/test';
import { workbookOfRows } from '@pos/api/testing/workbook.ts';
import { signIn as openOffice } from '@pos/tools/office/session.ts';
import { uploadPackingList } from '@pos/tools/office/steps.ts';
import { readableAt } from './support/barriers.ts';
import { scan } from './support/keyboard.ts';
import { office, test } from './support/office.ts';
import { addSchool } from '@pos/world/fair';
import { hireAs, ownersDesk } from './support/staff.ts';
import { signIn, signInAt } from './support/sign-in.ts';

/**
 * Creates a fair with six cartons of 10 units each, through the API; `codes` names cartons by
 * number.
 */
async function packed(identifier: string) {
  const desks = await openOffice(office.url(), {
    email: office.email(),
    password: office.password(),
  });
  const { client: desk } = desks;
  await addSchool(desk, identifier);
  const [admin] = (await desk.admins.getAdmins({ query: {} })).data;
  if (!admin) throw new Error('There is no admin.');
  const fields = {
    schoolIdentifier: identifier,
    identifier,
    name: `${identifier} Book Fair`,
    address: '3 Elm St, Ada',
    startDate: '2031-03-03',
    endDate: '2031-03-07',
    salesTaxRate: 6,
    adminId: admin.value,
    packageOption: 1 as const,
  };
  const { data: fair } = await desk.fairs.add({ body: fields });
  const rows = [1, 2, 3, 4, 5, 6].flatMap((number) => [
    [`${identifier}-C${number}`, 'CARTON-A', 'The Lantern', 5, 6],
    [`${identifier}-C${number}`, `CARTON-${number}`, `Volume ${number}`, 5, 4],
  ]);
  const list = await workbookOfRows([
    ['Carton', 'ISBN/SKU', 'Title', 'Price', 'Quantity'],
    ...rows,
  ]);
  await uploadPackingList(desks, fair.id, new Blob([new Uint8Array(list)]), 'packing-list.xlsx');
  const codes = (...numbers: number[]): string[] =>
    numbers.map((number) => `${identifier}-C${number}`);
  const stock = async () => {
    const { missingUnits, onHandUnits } = (await desk.fairs.getById({ params: { id: fair.id } }))
      .data.totals;
    return { missingUnits, onHandUnits };
  };
  const states = async () =>
    (await desk.cartons.list({ params: { id: fair.id } })).data.map(({ status }) => status);
  return { desk, fair, codes, stock, states };
}

const figure = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('+ dd');

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('a delivery is scanned; two missing cartons leave the stock and return when they turn up', async ({
  page,
  context,
}) => {
  const { fair, codes, stock, states } = await packed('SCANIN');
  const other = await packed('ELSEWHERE');
  await page.goto(`/fair-details/${fair.id}?tab=cartons`);
  await expect(page.getByRole('row', { name: /SCANIN-C6/ })).toContainText('Not scanned yet');
  await page.getByRole('link', { name: 'Scan delivery' }).click();
  await expect(page).toHaveTitle('POS Admin - Scan cartons');
  await expect(page.getByText('Ready to scan')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Stage' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Fairs' })).toHaveCount(0);

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
    expect(await states()).toEqual(['packed', 'packed', 'packed', 'packed', 'packed', 'packed']);
  });

  await test.step('a network outage loses nothing, and the last scan can be undone', async () => {
    await context.setOffline(true);
    await scan(page, ...codes(4, 5));
    await expect(page.getByText('5 scans are kept on this tablet')).toBeVisible();
    await expect(figure(page, 'Scanned')).toHaveText('5');
    await page.getByRole('button', { name: 'Undo last' }).click();
    await expect(last).toContainText('Scan undone');
    await expect(page.getByRole('button', { name: 'It is here: SCANIN-C5' })).toBeVisible();
    await context.setOffline(false);
  });

  await test.step('scans survive a reload', async () => {
    await page.reload();
    await expect(figure(page, 'Scanned')).toHaveText('4');
    await expect(page.getByText(/4 scans kept on this tablet until you finish/)).toBeVisible();
  });

  await page.getByRole('button', { name: 'Finish delivery' }).click();
  const dialog = page.getByRole('dialog', { name: 'Finish delivery with 2 missing cartons?' });
  await expect(dialog).toContainText(
    "4 of 6 cartons scanned. The content of the missing cartons, 20 units, leaves the fair's stock until they are scanned.",
  );
  await expect(dialog).toContainText('SCANIN-C5');
  await dialog.getByRole('button', { name: 'Report 2 missing' }).click();
  await expect(page.getByRole('heading', { name: '2 of 6 cartons missing' })).toBeVisible();
  expect(await states()).toEqual([
    'delivered',
    'delivered',
    'delivered',
    'delivered',
    'missing_at_delivery',
    'missing_at_delivery',
  ]);
  expect(await stock()).toEqual({ missingUnits: 20, onHandUnits: 40 });

  await test.step('one turns up while offline and is sent automatically', async () => {
    await context.setOffline(true);
    await scan(page, ...codes(6));
    await expect(last).toContainText('Found');
    await expect(page.getByText('1 scan waiting to be sent.')).toBeVisible();
    expect(await stock()).toEqual({ missingUnits: 20, onHandUnits: 40 });
    await context.setOffline(false);
    await expect(page.getByText('1 scan waiting to be sent.')).toBeHidden();
    await expect
      .poll(states)
      .toEqual([
        'delivered',
        'delivered',
        'delivered',
        'delivered',
        'missing_at_delivery',
        'delivered',
      ]);
    expect(await stock()).toEqual({ missingUnits: 10, onHandUnits: 50 });
  });

  await test.step('the other is checked off by hand', async () => {
    await page.getByRole('button', { name: 'It is here: SCANIN-C5' }).click();
    await expect(page.getByText('Every carton is scanned.')).toBeVisible();
    await expect.poll(stock).toEqual({ missingUnits: 0, onHandUnits: 60 });
  });
  await page.getByRole('link', { name: 'Back to the fair' }).click();
  await expect(page.getByRole('row', { name: /SCANIN-C5/ })).toContainText('Delivered');
});

test('a return finished offline is sent once online; quantities stay; the missing list prints', async ({
  page,
  context,
}) => {
  const { desk, fair, codes, stock, states } = await packed('SCANOUT');
  await desk.cartons.scan({
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
  await page.goto(`/fair-details/${fair.id}/scan?stage=return`);
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
  expect(await states()).toEqual([
    'delivered',
    'delivered',
    'delivered',
    'delivered',
    'delivered',
    'missing_at_delivery',
  ]);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: '2 of 5 cartons missing' })).toBeVisible();
  expect(await states()).toEqual([
    'returned',
    'returned',
    'returned',
    'missing_at_return',
    'missing_at_return',
    'missing_at_delivery',
  ]);
  expect(await stock()).toEqual(before);

  await page.getByRole('button', { name: 'Print missing list' }).click();
  await expect(page.locator('body')).toHaveAttribute(
    'data-printed',
    /Missing cartons.*SCANOUT Book Fair.*2 cartons, 20 units.*SCANOUT-C4.*6 × The Lantern; 4 × Volume 4/,
  );
  await page.goto(`/fair-details/${fair.id}`);
  await page.getByRole('link', { name: 'See cartons' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByRole('link', { name: 'SCANOUT-C4' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Carton SCANOUT-C4' }).getByRole('row', { name: /Volume 4/ }),
  ).toContainText('4');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('scanning cartons is accessible in both themes, on a desktop and on a 320 px phone', async ({
  page,
}) => {
  const { fair, codes } = await packed('FIT');
  const fits = (what: string): Promise<void> => readableAt(page, what, 1440, 320);
  await page.goto(`/fair-details/${fair.id}?tab=cartons`);
  await expect(page.getByText('FIT-C6').first()).toBeVisible();
  await fits('the list');
  await page.goto(`/fair-details/${fair.id}/scan`);
  await expect(page.getByText('Ready to scan')).toBeVisible();
  await fits('ready');
  const small = await page
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.getBoundingClientRect().height < 32)
        .map((button) => button.textContent),
    );
  expect(small).toEqual([]);
  await scan(page, ...codes(1, 2), 'NO-SUCH-BOX');
  await expect(page.getByText('Unknown carton')).toBeVisible();
  await fits('scanned');
  await page.getByRole('button', { name: 'Finish delivery' }).click();
  await expect(page.getByRole('button', { name: 'Report 4 missing' })).toBeVisible();
  await fits('the question');
  await page.getByRole('button', { name: 'Report 4 missing' }).click();
  await expect(page.getByRole('heading', { name: '4 of 6 cartons missing' })).toBeVisible();
  await fits('the result');
});

test('a warehouse worker scans and adjusts by duty, and cannot edit the fair', async ({
  browser,
}) => {
  const { fair, codes, states } = await packed('DUTY');
  const page = await (await browser.newContext({ baseURL: office.url() })).newPage();
  await signInAt(
    page,
    `/fair-details/${fair.id}?tab=cartons`,
    await hireAs(await ownersDesk(), 'Warehouse'),
  );
  await expect(page.getByRole('heading', { name: 'DUTY Book Fair' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Scan delivery' }).click();
  await expect(page.getByText('Ready to scan')).toBeVisible();
  await scan(page, ...codes(1, 2, 3, 4, 5, 6));
  await page.getByRole('button', { name: 'Finish delivery' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Finish delivery' }).click();
  await expect.poll(states).not.toContain('packed');
  await page.goto(`/fair-inventory?fairId=${fair.id}`);
  await page.getByRole('button', { name: 'Actions for The Lantern' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    /^Adjust/,
    /^Transfer to another fair/,
    /^Count the return/,
  ]);
  await page.goto(`/edit-fair/${fair.id}`);
  await expect(page.getByRole('heading', { name: /you do not have access to/ })).toBeVisible();
  await page.context().close();
});
