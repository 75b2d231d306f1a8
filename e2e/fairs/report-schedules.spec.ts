import { expect } from '@playwright/test';
import { getAttachment } from '@pos/api/testing/files/mail-server.ts';
import { textOfPdf } from '@pos/api/testing/files/pdf-pages.ts';
import { HUNGER } from '@pos/world/sale';
import { barriers } from '../support/barriers.ts';
import { office, test, visit } from '../support/office.ts';
import { sellingFair } from '../support/selling-fair.ts';
import { ownersDesk } from '../support/staff.ts';
import { signIn } from '../support/sign-in.ts';

test('a report is scheduled, received by email, and ended by its recipient', async ({
  page,
  browser,
}) => {
  const mailServer = office.mail();
  if (!mailServer) throw new Error('This file has a mail server.');
  const { fair, sell } = await sellingFair(await ownersDesk());
  await sell({ lines: [{ sku: HUNGER, quantity: 2, fulfilment: 'ship_to_school' }] });
  // The coordinator of the school that `sellingFair` adds.
  const coordinator = `${fair.schoolIdentifier.toLowerCase()}@example.com`;
  await signIn(page);
  const linkTo = (reportType: string, schoolIdentifier: string) =>
    `/reports?${new URLSearchParams({ reportType, schoolIdentifier, startDate: fair.startDate, endDate: fair.endDate }).toString()}`;
  const openForm = async (address: string) => {
    await visit(page, address);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Schedule…' }).click();
    return page.getByRole('dialog', { name: /^Schedule / });
  };
  const sendNow = async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Send now…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  const emails = page.getByRole('list', { name: 'Emails' });

  await test.step('a report of all schools goes to staff as a PDF', async () => {
    const form = await openForm(linkTo('DAILY_SALES', '*'));
    await form.getByRole('checkbox', { name: 'Monday' }).uncheck();
    await form.getByRole('checkbox', { name: 'Friday' }).check();
    await form.getByLabel('Time', { exact: true }).fill('18:30');
    await form.getByLabel('Days in the report').selectOption('same_days');
    expect(await barriers(page)).toEqual([]);
    await form.getByRole('button', { name: 'Schedule report' }).click();

    await expect(page.getByRole('heading', { level: 1, name: 'Daily sales' })).toBeVisible();
    await expect(page.getByText(/Fridays at 06:30 PM/).first()).toBeVisible();
    await expect(page.getByText('Nothing sent yet')).toBeVisible();
    await sendNow();
    const mailed = () =>
      mailServer.received.find(
        ({ to, raw }) => to === office.email() && raw.includes('Content-Disposition: attachment'),
      );
    await expect.poll(mailed).toBeDefined();
    expect((await textOfPdf(getAttachment(mailed()!))).join(' ')).toContain('Daily sales');
    await expect(emails.getByText('Sent', { exact: true })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  });

  await test.step('a coordinator gets it without students, and ends it without an account', async () => {
    const form = await openForm(linkTo('SHIP_TO_SCHOOL', fair.schoolIdentifier));
    await form.getByText("School's coordinator").click();
    await form.getByLabel('Days in the report').selectOption('same_days');
    await form.getByLabel('File').selectOption('csv');
    await form.getByRole('button', { name: 'Schedule report' }).click();
    await expect(page.getByRole('list', { name: 'Recipients' })).toContainText(coordinator);
    await sendNow();
    const mail = await mailServer.next(coordinator);
    const csv = getAttachment(mail).toString('utf8');
    expect(csv).toContain('The Arena');
    expect(csv).not.toMatch(/Student|Grade|Teacher/);
    const [link = ''] = /http\S+\/unsubscribe\/[\w.-]+/.exec(mail.raw) ?? [];

    const outside = await browser.newContext();
    const visitor = await outside.newPage();
    await visitor.goto(link);
    await expect(visitor.getByText(coordinator)).toBeVisible();
    expect(await barriers(visitor)).toEqual([]);
    await page.reload();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await visitor.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(visitor.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible();
    await outside.close();
    await page.reload();
    await expect(page.getByText('Paused', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(/^Unsubscribed on/)).toBeVisible();
  });

  await test.step('the list pauses and deletes schedules', async () => {
    await visit(page, '/reports');
    await page.getByRole('link', { name: 'Scheduled reports' }).click();
    const list = page.getByRole('list', { name: 'Scheduled reports' });
    const daily = list.getByRole('listitem').filter({ hasText: 'Daily sales' });
    await expect(daily).toHaveCount(1);
    await expect(list.getByRole('listitem').filter({ hasText: fair.schoolName })).toHaveCount(1);
    expect(await barriers(page)).toEqual([]);
    const act = async (name: string) => {
      await daily.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await act('Pause');
    await expect(daily.getByText('Paused').first()).toBeVisible();
    await act('Delete…');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete schedule' }).click();
    await expect(daily).toHaveCount(0);
  });
});
