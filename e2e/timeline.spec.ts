import { expect, type Page } from '@playwright/test';
import { barriers } from './support/barriers.ts';
import { press } from './support/keyboard.ts';
import { test } from './support/office.ts';
import { planner } from './support/planner.ts';
import { ownersDesk } from './support/staff.ts';
import { signInAt } from './support/sign-in.ts';

const row = (page: Page, name: RegExp) => page.getByRole('group', { name });
const choice = (page: Page, of: string, name: string) =>
  page.getByRole('navigation', { name: of }).getByRole('link', { name });
const bar = (page: Page, name: RegExp) => page.getByRole('link', { name });

test('the timeline shows a season by admin or device, marks fairs at the same time, and is a list on a phone', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const here = await planner(desk);
  const there = await planner(desk);
  const { data: device } = await desk.client.devices.add({
    body: {
      deviceId: `TL-${here.identifier}`,
      name: 'Timeline',
      purchaseDate: '2033-01-01',
      warrantyDate: '2036-01-01',
      model: 1,
    },
  });
  const first = await here.plan('First Fair', '2034-03-01', '2034-03-04', {
    deviceIds: [device.id],
  });
  await there.plan('Second Fair', '2034-03-04', '2034-03-08');
  await here.plan('Third Fair', '2034-05-21', '2034-05-25', { deviceIds: [device.id] });
  await signInAt(page, '/fairs');
  await press(page, 'Timeline', 'link');
  await expect(page).toHaveURL(/view=timeline/);
  await page.goto('/fairs?view=timeline&month=2034-01');
  await expect(page.getByRole('region', { name: 'Fairs in Spring 2034' })).toBeVisible();
  await expect(row(page, /, 3 fairs, 2 at the same time$/)).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await barriers(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });

  await bar(page, /^First Fair, Upcoming/).focus();
  await page.keyboard.press('End');
  await expect(bar(page, /^Third Fair/)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(bar(page, /^Second Fair/)).toBeFocused();

  await choice(page, 'Rows of the timeline', 'Devices').click();
  await expect(row(page, new RegExp(`^${device.deviceId}, 2 fairs$`))).toBeVisible();
  await expect(row(page, /^No device planned, 1 fair$/).getByRole('link')).toHaveAccessibleName(
    /^Second Fair/,
  );
  await choice(page, 'Length of the timeline', 'Month').click();
  await expect(page.getByRole('region', { name: 'Fairs in January 2034' })).toContainText(
    'No fairs in January 2034',
  );
  await page.goto('/fairs?view=timeline&month=2034-03&span=month');
  await press(page, 'Next month, April 2034', 'link');
  await expect(page).toHaveURL(/month=2034-04/);

  await page.goto('/fairs?view=timeline&month=2034-03');
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('region', { name: 'Week of 02/26/2034' })).toContainText(
      'runs "Second Fair"',
    );
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  }
  expect(await barriers(page)).toEqual([]);
  await press(page, 'First Fair', 'link');
  await expect(page).toHaveURL(new RegExp(first.id));
});
