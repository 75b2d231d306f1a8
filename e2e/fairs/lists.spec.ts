import { randomUUID } from 'node:crypto';
import { expect, type Browser, type Page } from '@playwright/test';
import { barriers } from '../support/barriers.ts';
import { office, test, visit } from '../support/office.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { signInAt, type Credentials } from '../support/sign-in.ts';

const mark = `L${randomUUID().slice(0, 5).toUpperCase()}`;

/** The list of devices in another browser. */
async function devicesElsewhere(browser: Browser, who?: Credentials): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: office.url() })).newPage();
  await signInAt(page, '/devices', who);
  return page;
}

test('views save a list with columns, private or shared; columns and row height follow the user', async ({
  page,
  browser,
}) => {
  const desk = await ownersDesk();
  const colleague = await hire(desk, [['Devices', 'read_only']]);
  const dates = { purchaseDate: '2026-01-01', warrantyDate: '2030-01-01' };
  await desk.client.devices.add({
    body: { deviceId: mark, name: 'Tablet', ...dates, model: 1, adminId: null },
  });
  const [own, shared] = [`Mine ${mark}`, `Team ${mark}`];
  await signInAt(page, '/devices');
  const header = (name: string, of = page) => of.getByRole('columnheader', { name, exact: true });
  const findViews = (of: Page) => of.getByRole('navigation', { name: 'Views of devices' });
  const views = findViews(page);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
  const pressItem = (name: string) => page.getByRole('menuitem', { name }).press('Enter');
  const choice = page.getByRole('dialog', { name: 'Columns' });
  const isBefore =
    (first: string, second: string, of = page) =>
    async (): Promise<boolean> => {
      const texts = await of.getByRole('columnheader').allInnerTexts();
      return texts.indexOf(first) < texts.indexOf(second);
    };

  await test.step('columns are hidden, and moved by keys and by dragging', async () => {
    await press('Columns');
    await expect(choice.getByRole('checkbox', { name: 'Device ID' })).toBeDisabled();
    await expect(choice.getByRole('button', { name: 'Move Device ID' })).toHaveCount(0);
    await choice.getByRole('checkbox', { name: 'Model' }).press('Space');
    await expect(header('Model')).toHaveCount(0);
    await choice.getByRole('button', { name: 'Compact' }).press('Enter');
    const status = choice.getByRole('button', { name: 'Move Status' });
    await status.press('ArrowUp');
    await expect(choice.getByRole('status')).toContainText('Status: column');
    await expect(status).toBeFocused();
    const [from, to] = [
      await choice.getByRole('button', { name: 'Move Warranty' }).boundingBox(),
      await choice.getByRole('button', { name: 'Move Name' }).boundingBox(),
    ];
    await page.mouse.move(from!.x + 8, from!.y + 8);
    await page.mouse.down();
    await page.mouse.move(to!.x + 8, to!.y + 8, { steps: 8 });
    await page.mouse.up();
    await expect.poll(isBefore('Warranty', 'Name')).toBe(true);
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  });

  await visit(page, '/devices?status=active&sort=-name&page=2');
  await press('Save view');
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('button', { name: 'Save view' }).press('Enter');
  await expect(dialog.getByRole('alert').first()).toContainText('Use 2 to 40 characters.');
  await dialog.getByLabel('Name').fill(own);
  await dialog.getByRole('switch', { name: 'Include current columns' }).press('Space');
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save view' }).press('Enter');
  await expect(views.getByRole('link', { name: own })).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL(/sort=-name&status=active|status=active&sort=-name/);
  await expect(page).not.toHaveURL(/page=/);

  await test.step("on another machine: the person's choice, and the view's", async () => {
    const machine = await devicesElsewhere(browser);
    await expect(header('Warranty', machine)).toBeVisible();
    await expect(header('Model', machine)).toHaveCount(0);
    await expect.poll(isBefore('Warranty', 'Name', machine)).toBe(true);
    await expect(machine.locator('html')).toHaveAttribute('data-density', 'compact');
    await findViews(machine).getByRole('link', { name: own }).click();
    await expect(machine).toHaveURL(/status=active/);
    await machine.context().close();
  });

  await test.step("resetting the person's columns does not change the view", async () => {
    await views.getByRole('link', { name: 'All' }).press('Enter');
    await press('Columns');
    await choice.getByRole('button', { name: 'Reset' }).press('Enter');
    await choice.getByRole('button', { name: 'Default', exact: true }).press('Enter');
    await page.keyboard.press('Escape');
    await expect(header('Model')).toHaveCount(1);
    await expect.poll(isBefore('Name', 'Warranty')).toBe(true);
    await views.getByRole('link', { name: own }).press('Enter');
    await expect(header('Model')).toHaveCount(0);
    await expect.poll(isBefore('Warranty', 'Name')).toBe(true);
  });

  await test.step('changed, saved again, renamed and shared', async () => {
    const changed = page.getByText('Changed', { exact: true });
    await visit(page, page.url().replace('sort=-name', 'sort=name'));
    await expect(changed).toBeVisible();
    await press(`Actions for the view ${own}`);
    await pressItem('Save changes');
    await expect(changed).toHaveCount(0);
    await press(`Actions for the view ${own}`);
    await pressItem('Rename or share…');
    const edit = page.getByRole('dialog', { name: `Rename or share “${own}”` });
    await edit.getByLabel('Name').fill(shared);
    await edit.getByRole('switch', { name: 'Share with the team' }).press('Space');
    await edit.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await expect(views.getByRole('link', { name: shared })).toHaveAttribute('aria-current', 'page');
  });

  await test.step('a colleague can open it but not change it', async () => {
    const reader = await devicesElsewhere(browser, colleague);
    await findViews(reader).getByRole('link', { name: shared }).click();
    await expect(reader).toHaveURL(/sort=name/);
    await expect(header('Model', reader)).toHaveCount(0);
    await expect(reader.getByRole('button', { name: /^Actions for the view/ })).toHaveCount(0);
    await reader.context().close();
  });

  await press(`Actions for the view ${shared}`);
  await pressItem('Delete…');
  await page
    .getByRole('dialog', { name: `Delete the view “${shared}”?` })
    .getByRole('button', { name: 'Delete view' })
    .press('Enter');
  await expect(views.getByRole('link', { name: shared })).toHaveCount(0);
  await expect(views.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page');
});
