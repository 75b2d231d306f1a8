import { expect, type Page } from '@playwright/test';
import { readable, readableAt } from '../support/barriers.ts';
import { press } from '../support/keyboard.ts';
import { test, visit } from '../support/office.ts';
import { planner } from '../support/planner.ts';
import { ownersDesk } from '../support/staff.ts';
import { signInAt } from '../support/sign-in.ts';
import { sideScroll } from '../support/widths.ts';

const bar = (page: Page, name: RegExp) => page.getByRole('link', { name });

/** Expects that this key moves the focus from the focused bar to another one. */
async function expectMove(page: Page, key: string, to: RegExp, which = 0): Promise<void> {
  await page.keyboard.press(key);
  await expect(bar(page, to).nth(which)).toBeFocused();
}

test('calendar and timeline work by arrow keys, mark clashes, and are lists on a phone', async ({
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
  const deviceIds = [device.id];
  const first = await here.plan('First Fair', '2039-03-01', '2039-03-04', { deviceIds });
  await there.plan(
    'Second Fair with a name that is much longer than the days that it lasts, as names of fairs are',
    '2039-03-04',
    '2039-03-08',
  );
  await here.plan('Third Fair', '2039-03-21', '2039-03-25', { deviceIds });
  await signInAt(page, '/fairs?view=calendar&month=2039-02');

  await test.step('the calendar of a month', async () => {
    await press(page, 'Next month, March 2039', 'link');
    await expect(page).toHaveURL(/month=2039-03/);
    await expect(page.getByText('3 fairs, 2 with a conflict')).toBeVisible();
    await expect(
      bar(
        page,
        /^First Fair Upcoming .* Elementary, 03\/01\/2039 – 03\/04\/2039\. Clash: .* runs "Second Fair/,
      ),
    ).toBeVisible();
    await expect(bar(page, /^Second Fair/)).toHaveCount(2);
    await readable(page, 'the calendar');
    await bar(page, /^First Fair/).focus();
    await expectMove(page, 'ArrowRight', /^Second Fair/);
    await expectMove(page, 'ArrowDown', /^Second Fair/, 1);
    await expectMove(page, 'End', /^Third Fair/);
    await expectMove(page, 'ArrowUp', /^Second Fair/, 1);
    await expectMove(page, 'Home', /^First Fair/);
    await readableAt(page, 'the agenda', 390, 320);
    await expect(
      page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'First Fair' }) }),
    ).toContainText('runs "Second Fair');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the timeline of a season, by admin or device', async () => {
    await press(page, 'Timeline', 'link');
    await expect(page).toHaveURL(/view=timeline/);
    await visit(page, '/fairs?view=timeline&month=2039-01');
    await expect(page.getByRole('region', { name: 'Fairs in Spring 2039' })).toBeVisible();
    const row = (name: RegExp) => page.getByRole('group', { name });
    await expect(row(/, 3 fairs, 2 at the same time$/)).toBeVisible();
    await readable(page, 'the timeline');
    await bar(page, /^First Fair, Upcoming/).focus();
    await expectMove(page, 'End', /^Third Fair/);
    await expectMove(page, 'ArrowLeft', /^Second Fair/);
    const choose = (of: string, name: string) =>
      page.getByRole('navigation', { name: of }).getByRole('link', { name }).click();
    await choose('Rows of the timeline', 'Devices');
    await expect(row(new RegExp(`^${device.deviceId}, 2 fairs$`))).toBeVisible();
    await expect(row(/^No device planned, 1 fair$/).getByRole('link')).toHaveAccessibleName(
      /^Second Fair/,
    );
    await choose('Length of the timeline', 'Month');
    await expect(page.getByRole('region', { name: 'Fairs in January 2039' })).toContainText(
      'No fairs in January 2039',
    );
    await press(page, 'Next month, February 2039', 'link');
    await expect(page).toHaveURL(/month=2039-02/);
    await visit(page, '/fairs?view=timeline&month=2039-03');
    await readableAt(page, 'the list of the timeline', 390, 320);
    await expect(page.getByRole('region', { name: 'Week of 02/27/2039' })).toContainText(
      'runs "Second Fair',
    );
    await press(page, 'First Fair', 'link');
    await expect(page).toHaveURL(new RegExp(first.id));
    await expect(page.getByText(/runs "Second Fair/)).toBeVisible();
    expect(await sideScroll(page)).toBeUndefined();
  });
});
