import { readFile } from 'node:fs/promises';
import {
  faxSquare,
  FLYER,
  jpxSquare,
  pdfArtwork,
  publishedTemplate,
  textField,
  uploadArtwork,
} from '@pos/api/testing/artwork.ts';
import { readQr } from '@pos/api/testing/read-qr.ts';
import { workbookOfRows } from '@pos/api/testing/workbook.ts';
import { readEntries } from '@pos/api/testing/zip.ts';
import { expect } from '@playwright/test';
import { readable } from './support/barriers.ts';
import { office, test } from './support/office.ts';
import { placeFields } from './support/placing-fields.ts';
import { ownersDesk } from './support/staff.ts';
import { addSchool } from '@pos/world/fair';
import { signInAt } from './support/sign-in.ts';

// Serial: a published template is then offered by the fair.
test.describe.configure({ mode: 'serial' });

test('a flyer is uploaded, filled with fields by keyboard, published and read on a phone', async ({
  page,
}) => {
  await signInAt(page, '/master-template');

  await test.step("artwork is refused with the specification's messages, then uploaded", async () => {
    await page.getByRole('button', { name: 'Upload artwork' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Upload artwork' });
    await dialog.getByLabel('Artwork', { exact: true }).setInputFiles({
      name: 'flyer.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg/>'),
    });
    await expect(dialog.getByText('Only PDF, PNG and JPEG files are allowed.')).toBeVisible();
    await dialog.getByLabel('Artwork', { exact: true }).setInputFiles({
      name: 'flyer.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7 nothing'),
    });
    await dialog.getByLabel('Name').fill('Autumn flyer E2E');
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await expect(dialog.getByText(/could not be read|damaged/)).toBeVisible();
    await dialog.getByLabel('Artwork', { exact: true }).setInputFiles({
      name: 'flyer.pdf',
      mimeType: 'application/pdf',
      buffer: await pdfArtwork(1, (document) =>
        [faxSquare, jpxSquare].forEach((draw) => draw(document)),
      ),
    });
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Autumn flyer E2E' })).toBeVisible();
  });

  await test.step('fields and the QR code are placed by keyboard; dragging and resizing are undone stepwise', () =>
    placeFields(page));

  await test.step("a colleague's save causes a conflict", async () => {
    const { client } = await ownersDesk();
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    const { data } = await client.templates.getById({ params: { id } });
    expect(data.fields).toHaveLength(6);
    await client.templates.update({
      body: { id, version: data.version, fields: data.fields.slice(0, 1) },
    });
    await page
      .getByRole('button', { name: /^School name, / })
      .last()
      .focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.getByText(/^Saved /)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Keep mine' })).toBeHidden();
    await expect(page.getByRole('region', { name: 'Fields' }).getByRole('listitem')).toHaveCount(6);
  });

  await test.step('it sets a color for its public pages, picked or typed', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Name, type and page color' }).click();
    const dialog = page.getByRole('dialog', { name: 'Name, type and page color' });
    await dialog.getByRole('textbox', { name: 'Page color' }).fill('green');
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Page color' })).toHaveAccessibleDescription(
      /Enter a color as #RRGGBB/,
    );
    await dialog.getByLabel('Pick a color').fill('#17663a');
    await expect(dialog.getByRole('textbox', { name: 'Page color' })).toHaveValue('#17663A');
    await readable(page, 'page color');
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('it is published, and an earlier version restored', async () => {
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish Autumn flyer E2E?' });
    await expect(dialog.getByText('No fair offers it for download yet.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('Version 1', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: /^Hours, / }).focus();
    await page.keyboard.press('Delete');
    await expect(page.getByText('Version 1, changed since')).toBeVisible();
    await page.getByRole('button', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await expect(
      page.getByRole('region', { name: 'Fields' }).getByRole('button', { name: 'Hours' }),
    ).toBeVisible();
    await expect(page.getByText('Version 1', { exact: true })).toBeVisible();
  });

  await test.step('of two published together, the one a colleague changed stays selected with the reason', async () => {
    const { client } = await ownersDesk();
    const drafted = async (name: string) =>
      uploadArtwork({ owner: client }, await pdfArtwork(), 'poster.pdf', {
        name,
        templateTypeId: FLYER,
      });
    const [one, two] = [await drafted('Poster one E2E'), await drafted('Poster two E2E')];
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Customize Template' })
      .click();
    for (const { name } of [one, two])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish 2 templates?' });
    await expect(dialog.getByText('No fair offers it for download yet.')).toBeVisible();
    await client.templates.update({
      body: { id: two.id, version: two.version, fields: [textField('dates', 200)] },
    });
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('1 of 2 published')).toBeVisible();
    const left = page.getByRole('dialog', { name: 'Publish Poster two E2E?' });
    await expect(left.getByText(/changed this in the meantime/)).toBeVisible();
    await left.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('1 selected')).toBeVisible();
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: 'Poster two E2E' })
        .getByText(/changed this in the meantime/),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Clear' }).click();
  });

  await test.step('the library requires a selection and fits a phone', async () => {
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('Please select at least one template.')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select Autumn flyer E2E' }).check();
    await expect(page.getByText('1 selected')).toBeVisible();
    await readable(page, 'library');
    const pictures = page.locator('img[data-part=pdf-page]');
    await expect(pictures).toHaveCount(3);
    const fetched: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('/settings/artwork/') && fetched.push(request.url()),
    );
    await page.reload();
    await expect(pictures).toHaveCount(3);
    expect(fetched, 'pictures that are drawn again').toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: 'Autumn flyer E2E' }).click();
    await expect(
      page.getByRole('img', { name: 'Autumn flyer E2E with a sample fair' }),
    ).toHaveAttribute('data-drawn', 'true');
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0);
    await expect(page.getByText('Page color #17663A')).toBeVisible();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  });
});

/** Fair of the acceptance data. */
const FAIR = {
  school: 'MI006719',
  identifier: 'MI006719-26-01',
  schoolName: 'Douglas Elementary School',
  name: 'Douglas Elementary School Autumn Book Fair',
  address: 'Po Box 818, Douglas, MI 49406',
};

test('a fair fills in a flyer, publishes its page, and a visitor downloads the zip', async ({
  page,
  browser,
}) => {
  const desk = await ownersDesk();
  const { client } = desk;
  const owner = { owner: client };
  await publishedTemplate(owner, 'Fair letter E2E', [textField('custom_message', 150)]);
  await addSchool(client, FAIR.school, {
    name: FAIR.schoolName,
    address: 'Po Box 818',
    city: 'Douglas',
    zip: '49406',
  });
  const [admin] = (await client.admins.getAdmins({ query: {} })).data;
  const { data: fair } = await client.fairs.add({
    body: {
      schoolIdentifier: FAIR.school,
      identifier: FAIR.identifier,
      name: FAIR.name,
      address: FAIR.address,
      startDate: '2026-10-12',
      endDate: '2026-10-16',
      salesTaxRate: 8.25,
      adminId: admin!.value,
      packageOption: 3,
    },
  });
  await signInAt(page, `/fair-details/${fair.id}?tab=templates`);

  await test.step('values typed for one template show on its document', async () => {
    await page.getByRole('button', { name: /^Autumn flyer E2E/ }).click();
    await expect(page.getByRole('textbox', { name: 'School name' })).toHaveValue(FAIR.schoolName);
    await page.getByRole('textbox', { name: 'Hours' }).fill('x'.repeat(501));
    await expect(page.getByRole('textbox', { name: 'Hours' })).toHaveAccessibleDescription(
      /at most 500 characters/i,
    );
    await page.getByRole('textbox', { name: 'Hours' }).fill('8:00 AM to 4:00 PM');
    await expect(page.getByRole('img', { name: 'Autumn flyer E2E for this fair' })).toHaveAttribute(
      'data-drawn',
      'true',
    );
    await page.getByRole('button', { name: 'Save values' }).click();
    await expect(page.getByText('Autumn flyer E2E saved')).toBeVisible();
    await expect(page.getByText('Filled in')).toBeVisible();
  });

  await test.step('an address only this computer can open shows a warning before publishing', async () => {
    const card = page.getByRole('region', { name: 'Public page' });
    await expect(card.getByText('Only this computer can open this address')).toBeVisible();
    await expect(card.getByRole('link', { name: 'Settings' })).toBeVisible();
  });

  await test.step('the page is published with the chosen templates', async () => {
    await page.getByRole('button', { name: 'Generate URL' }).click();
    await expect(page.getByText('Please select at least one template.')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select Autumn flyer E2E' }).check();
    await page.getByRole('checkbox', { name: 'Select Fair letter E2E' }).check();
    await page.getByRole('button', { name: 'Generate URL' }).click();
    await expect(page.getByText('Page published', { exact: true })).toBeVisible();
    const card = page.getByRole('region', { name: 'Public page' });
    await expect(card.getByRole('link', { name: 'Open page' })).toHaveAttribute(
      'href',
      new RegExp(`/customized-fair/${FAIR.school}/${FAIR.identifier}$`),
    );
    await expect(
      card.getByRole('img', { name: `QR code of the public page of ${FAIR.name}` }),
    ).toBeVisible();
    await readable(page, 'fair');
  });

  await test.step("titles are featured in a chosen order; a colleague's save causes a conflict", async () => {
    const file = await workbookOfRows([
      ['Carton', 'ISBN/SKU', 'Title', 'Author', 'Price', 'Quantity'],
      ...['One', 'Two', 'Three'].map((title, index) => [
        'TPL-1',
        `TPL-${index}`,
        `Featured ${title} E2E`,
        'J. Reed',
        5,
        3,
      ]),
    ]);
    await client.uploads.bulkUpload({
      body: { kind: 'inventory', mode: 'commit', fairId: fair.id },
      file: new Blob([new Uint8Array(file)]),
      fileName: 'list.xlsx',
    });
    const card = page.getByRole('region', { name: 'Featured titles' });
    const add = async (title: string) => {
      await card.getByLabel('Add a title').fill(title);
      await page.getByRole('option', { name: title }).click();
      await expect(card.getByRole('listitem').filter({ hasText: title })).toBeVisible();
    };
    await add('Featured One E2E');
    await add('Featured Two E2E');
    await card.getByRole('button', { name: 'Move Featured Two E2E up' }).click();
    await expect(card.getByRole('button', { name: 'Move Featured Two E2E up' })).toBeFocused();
    await card.getByRole('button', { name: 'Save titles' }).click();
    await expect(page.getByText('Featured titles saved')).toBeVisible();
    const named = async () =>
      (await client.customizations.get({ query: { fairId: fair.id } })).data.featured;
    const { titles, version } = await named();
    expect(titles.map(({ title }) => title)).toEqual(['Featured Two E2E', 'Featured One E2E']);
    await client.customizations.setFeaturedTitles({
      body: { fairId: fair.id, version, titles: [titles[1]!.titleId] },
    });
    await add('Featured Three E2E');
    await readable(page, 'featured titles');
    await card.getByRole('button', { name: 'Save titles' }).click();
    const clash = page.getByRole('dialog', { name: /changed this list of featured titles/ });
    await expect(
      clash.getByText('Featured Two E2E, Featured One E2E, Featured Three E2E'),
    ).toBeVisible();
    await clash.getByRole('button', { name: 'Save merged' }).click();
    await expect(card.getByText('Not saved yet')).toBeHidden();
    expect((await named()).titles.map(({ title }) => title)).toEqual([
      'Featured Two E2E',
      'Featured One E2E',
      'Featured Three E2E',
    ]);
  });

  await test.step('the page is unpublished and restored by Undo; the checklist follows', async () => {
    const card = page.getByRole('region', { name: 'Public page' });
    await card.getByRole('button', { name: 'Unpublish' }).click();
    await expect(card.getByText('Not published', { exact: true })).toBeVisible();
    await expect(card.getByRole('link', { name: 'Open page' })).toBeHidden();
    await expect(card.getByText('Changes reach visitors within 60 seconds.')).toBeVisible();
    expect((await client.fairs.getById({ params: { id: fair.id } })).data.published).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(card.getByText('Published', { exact: true })).toBeVisible();
    const { readiness } = (await client.fairs.getById({ params: { id: fair.id } })).data;
    const done = readiness.filter((item) => item.done).map(({ text }) => text);
    expect(done).toEqual(expect.arrayContaining(['Template selected', 'Public page']));
  });

  await test.step('two documents download as a zip', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download zip' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`templates ${fair.identifier}.zip`);
    const zip = await readFile(await download.path());
    expect(zip.toString('latin1').match(/PK\x01\x02/g)).toHaveLength(2);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  });

  await test.step('a visitor reads the page on a 360 px phone and downloads the documents', async () => {
    const context = await browser.newContext({
      baseURL: office.url(),
      viewport: { width: 360, height: 740 },
    });
    const visitor = await context.newPage();
    await visitor.goto(`/customized-fair/${FAIR.school}/${FAIR.identifier}`);
    await expect(visitor.getByRole('heading', { level: 1, name: FAIR.name })).toBeVisible();
    await visitor.getByLabel('Autumn flyer E2E').check();
    await visitor.getByLabel('Fair letter E2E').check();
    const [zip] = await Promise.all([
      visitor.waitForEvent('download'),
      visitor.getByRole('button', { name: 'Download 2 documents' }).click(),
    ]);
    expect([...(await readEntries(await readFile(await zip.path()))).keys()]).toEqual([
      `Autumn flyer E2E ${FAIR.identifier}.pdf`,
      `Fair letter E2E ${FAIR.identifier}.pdf`,
    ]);
    expect(
      await readQr(await visitor.getByRole('img', { name: 'QR code of this page' }).screenshot()),
    ).toMatch(new RegExp(`/customized-fair/${FAIR.school}/${FAIR.identifier}$`));
    await context.close();
  });
});
