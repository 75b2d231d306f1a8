import {
  faxSquare,
  FLYER,
  jpxSquare,
  pdfArtwork,
  publishedTemplate,
  textField,
  uploadArtwork,
} from '@pos/api/testing/files/artwork.ts';
import { readEntries } from '@pos/api/testing/files/zip.ts';
import { openFair } from '@pos/world/fair';
import { expect } from '@playwright/test';
import { readable } from '../support/barriers.ts';
import { downloaded } from '../support/downloaded.ts';
import { test } from '../support/office.ts';
import { placeFields } from '../support/placing-fields.ts';
import { ownersDesk } from '../support/staff.ts';
import { signInAt } from '../support/sign-in.ts';
import { sideScroll } from '../support/widths.ts';

// Serial: a published template is then offered by the fair.
test.describe.configure({ mode: 'serial' });

test('a flyer is uploaded, filled with fields by keyboard, published and read on a phone', async ({
  page,
}) => {
  await signInAt(page, '/master-template');

  await test.step("artwork is refused with the specification's messages, then uploaded", async () => {
    await page.getByRole('button', { name: 'Upload artwork' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Upload artwork' });
    const artwork = dialog.getByLabel('Artwork', { exact: true });
    const svg = { name: 'flyer.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
    await artwork.setInputFiles(svg);
    await expect(dialog.getByText('Only PDF, PNG and JPEG files are allowed.')).toBeVisible();
    const pdf = { name: 'flyer.pdf', mimeType: 'application/pdf' };
    await artwork.setInputFiles({ ...pdf, buffer: Buffer.from('%PDF-1.7 nothing') });
    await dialog.getByLabel('Name').fill('Autumn flyer E2E');
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await expect(dialog.getByText(/could not be read|damaged/)).toBeVisible();
    const squares = await pdfArtwork(1, (document) =>
      [faxSquare, jpxSquare].forEach((draw) => draw(document)),
    );
    await artwork.setInputFiles({ ...pdf, buffer: squares });
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Autumn flyer E2E' })).toBeVisible();
  });

  await test.step('fields and the QR code are placed by keyboard; dragging and resizing are undone stepwise', () =>
    placeFields(page));

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
    const count = (await (await ownersDesk()).client.templates.list({ query: {} })).data.templates
      .length;
    await expect(pictures).toHaveCount(count);
    const fetched: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('/settings/artwork/') && fetched.push(request.url()),
    );
    await page.reload();
    await expect(pictures).toHaveCount(count);
    expect(fetched, 'pictures that are drawn again').toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: 'Autumn flyer E2E' }).click();
    await expect(
      page.getByRole('img', { name: 'Autumn flyer E2E with a sample fair' }),
    ).toHaveAttribute('data-drawn', 'true');
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0);
    await expect(page.getByText('Page color #17663A')).toBeVisible();
    expect(await sideScroll(page)).toBeUndefined();
  });
});

test('a fair fills in a flyer, features titles, and publishes and unpublishes its page', async ({
  page,
}) => {
  const { client } = await ownersDesk();
  await publishedTemplate({ owner: client }, 'Fair letter E2E', [textField('custom_message', 150)]);
  const titles = ['One', 'Two'].map((name) => ({
    sku: `TPL-${name}`,
    title: `Featured ${name} E2E`,
    priceCents: 500,
    quantity: 3,
  }));
  const fair = await openFair(client, 'POSTERS', {}, titles);
  const shown = async () => (await client.fairs.getById({ params: { id: fair.id } })).data;
  await signInAt(page, `/fair-details/${fair.id}?tab=templates`);

  await test.step('values typed for one template show on its document', async () => {
    await page.getByRole('button', { name: /^Autumn flyer E2E/ }).click();
    await expect(page.getByRole('textbox', { name: 'School name' })).toHaveValue(fair.schoolName);
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
      new RegExp(`/customized-fair/POSTERS/${fair.identifier}$`),
    );
    await expect(
      card.getByRole('img', { name: `QR code of the public page of ${fair.name}` }),
    ).toBeVisible();
    await readable(page, 'fair');
  });

  await test.step('titles are featured in a chosen order', async () => {
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
    expect((await named()).titles.map(({ title }) => title)).toEqual([
      'Featured Two E2E',
      'Featured One E2E',
    ]);
    await readable(page, 'featured titles');
  });

  await test.step('the page is unpublished and restored by Undo; the checklist follows', async () => {
    const card = page.getByRole('region', { name: 'Public page' });
    await card.getByRole('button', { name: 'Unpublish' }).click();
    await expect(card.getByText('Not published', { exact: true })).toBeVisible();
    await expect(card.getByRole('link', { name: 'Open page' })).toBeHidden();
    await expect(card.getByText('Changes reach visitors within 60 seconds.')).toBeVisible();
    expect((await shown()).published).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(card.getByText('Published', { exact: true })).toBeVisible();
    const { readiness } = await shown();
    const done = readiness.filter((item) => item.done).map(({ text }) => text);
    expect(done).toEqual(expect.arrayContaining(['Template selected', 'Public page']));
  });

  await test.step('two documents download as a zip', async () => {
    const zip = await downloaded(page.getByRole('button', { name: 'Download zip' }));
    expect(zip.name).toBe(`templates ${fair.identifier}.zip`);
    expect([...(await readEntries(zip.content)).keys()]).toEqual([
      `Autumn flyer E2E ${fair.identifier}.pdf`,
      `Fair letter E2E ${fair.identifier}.pdf`,
    ]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await sideScroll(page)).toBeUndefined();
  });
});
