import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { writtenSheet } from '@pos/api/testing/files/written-sheet.ts';
import { readable } from '../support/barriers.ts';
import { test } from '../support/office.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { addSchool } from '@pos/world/fair';
import { signInAt } from '../support/sign-in.ts';
import { deliverStudents } from '../support/students.ts';

test('a filtered list is exported by keyboard on a phone, students for a reason, with a link for once', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const identifier = `EXS${randomUUID().slice(0, 4).toUpperCase()}`;
  const school = await addSchool(desk.client, identifier);
  await deliverStudents(desk, identifier, [
    [`${identifier}-1`, 'Odo', 'Zeller', '3', 'Ms. Oak', 'Lena Zeller', 'lena@example.org'],
    [`${identifier}-2`, 'Wren', 'Ashby', 'K', 'Mr. Elm'],
    [`${identifier}-3`, 'Ada', 'Zeller', '4', 'Ms. Oak'],
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  const address = `/students?schoolId=${school.id}&search=Zeller`;
  await signInAt(page, address, await hire(desk, [['Students', 'read_only']]));
  await expect(page.getByRole('link', { name: /Zeller, Odo/ })).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export 2 students' });
  await expect(dialog.getByRole('radio', { name: 'Excel (xlsx)' })).toBeChecked();
  const start = dialog.getByRole('button', { name: 'Export', exact: true });
  await start.press('Enter');
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(
    /Enter the purpose of the list\./,
  );
  await readable(page, 'the reason on a phone');
  await dialog.getByLabel('Reason').fill('Class lists of the spring fair');
  await start.press('Enter');
  await expect(dialog).toContainText('The xlsx file is ready: 2 rows.');
  await readable(page, 'the finished export');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download', exact: true }).press('Enter'),
  ]);
  expect(file.suggestedFilename()).toMatch(/^students-\d{4}-\d\d-\d\d\.xlsx$/);
  const bytes = await readFile(await file.path());
  const [header = [], ...rows] = await writtenSheet(bytes, 'Students');
  expect(rows.map((row) => row[header.indexOf('First name')])).toEqual(['Ada', 'Odo']);
  expect(Object.fromEntries(await writtenSheet(bytes, 'Export'))).toMatchObject({
    Search: 'Zeller',
    Rows: 2,
  });
  expect((await page.request.get(file.url())).status()).toBe(401);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Export' }).press('Enter');
  await expect(
    dialog.getByRole('region', { name: 'Your last exports of this list' }),
  ).toContainText('xlsx · 2 rows');
});
