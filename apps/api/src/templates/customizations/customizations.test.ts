import { fetchFile } from '@pos/contract/client';
import {
  customizationsApi,
  type DownloadedDocuments,
} from '@pos/contract/templates/customizations';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { FieldValues } from '@pos/contract/templates/template-fields';
import { describe, expect, it } from 'vitest';
import { publishedTemplate, qrField, textField } from '#testing/files/artwork.ts';
import { textOfPdf } from '#testing/files/pdf-pages.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { readEntries } from '#testing/files/zip.ts';

describe("a fair's templates", async () => {
  const test = await startTestApp();
  const flyer = await publishedTemplate(test, 'Fair flyer', [
    textField('school_name', 120),
    textField('dates', 180),
    qrField(),
  ]);
  const letter = await publishedTemplate(test, 'Parent letter', [
    textField('custom_message', 200, { size: 14, height: 200, lines: 10 }),
  ]);
  const download = async (body: DownloadedDocuments, token: string | undefined) => {
    const { blob, fileName } = await fetchFile(
      customizationsApi.download,
      { body },
      test.send(token),
    );
    return { type: blob.type, fileName, bytes: Buffer.from(await blob.arrayBuffer()) };
  };
  const asStaff = (fairId: string, ...templateIds: string[]) =>
    download({ fairId, templateIds }, test.ownerToken);
  const asStranger = (fair: FairDetails, ...templateIds: string[]) => {
    const { schoolIdentifier, identifier: fairIdentifier } = fair;
    return download({ schoolIdentifier, fairIdentifier, templateIds }, undefined);
  };
  const toText = async ({ bytes }: { bytes: Buffer }) => (await textOfPdf(bytes)).join('\n');
  const read = (fairId: string) => test.ask.customizations.get({ query: { fairId } });
  const fill = (fairId: string, templateId: string, values: FieldValues, version: number) =>
    test.ask.customizations.update({ body: { fairId, templateId, values, version } });
  const generate = (fairId: string, ...templateIds: string[]) =>
    test.ask.customizations.generateUrl({ body: { fairId, templateIds } });

  it('are filled from the fair and from entered values', async () => {
    const fair = await plannedFair(test, 'FILL', { publicMessage: 'Family night is Thursday.' });
    const before = await read(fair.id);
    expect(before).toMatchObject({
      fair: { identifier: 'FILL-F', schoolIdentifier: 'FILL' },
      url: 'https://fairs.example.com/customized-fair/FILL/FILL-F',
      published: false,
    });
    expect(before.defaults).toMatchObject({
      school_name: 'School FILL',
      start_date: 'Monday, March 1, 2027',
      dates: 'March 1–5, 2027',
      custom_message: 'Family night is Thursday.',
      fair_url: before.url,
    });
    const [first] = before.templates;
    expect(first).toMatchObject({
      templateId: flyer.id,
      name: 'Fair flyer',
      typeName: 'Flyer',
      number: 1,
      pages: 1,
      mergeFields: ['school_name', 'dates'],
      hasQr: true,
      values: {},
      merged: { school_name: 'School FILL', dates: 'March 1–5, 2027' },
      version: 0,
      published: false,
    });
    const values = { dates: 'The first week of March' };
    const after = (await fill(fair.id, flyer.id, values, 0)).templates[0]!;
    const merged = { school_name: 'School FILL', ...values };
    expect(after).toMatchObject({ values, merged, version: 1 });
    await expectErrors(fill(fair.id, flyer.id, { dates: 'x'.repeat(501) }, 1), {
      'values.dates': 'Use at most 500 characters.',
    });
    expect(await toText(await asStaff(fair.id, flyer.id))).toContain('The first week of March');
  });

  it("record in the fair's activity which values changed, from what to what", async () => {
    const fair = await plannedFair(test, 'TRAIL');
    const [school_name, dates] = ['Ada Elementary', 'March 1'];
    await fill(fair.id, flyer.id, { school_name, dates }, 0);
    await fill(fair.id, flyer.id, { school_name, dates: 'March 1 and 2' }, 1);
    await fill(fair.id, flyer.id, { dates: 'March 1 and 2' }, 2);
    const entries = await readActivity(test, 'fair', fair.id);
    const filled = entries.filter(({ action }) => action === 'fair.template-filled');
    expect(filled.map(({ changes }) => changes)).toEqual([
      { school_name: { from: school_name, to: null } },
      { dates: { from: dates, to: 'March 1 and 2' } },
      { school_name: { from: null, to: school_name }, dates: { from: null, to: dates } },
    ]);
  });

  it('are downloaded by staff as one PDF or a zip, the same bytes each time', async () => {
    const { id } = await plannedFair(test, 'ZIP', { publicMessage: 'Bring a friend.' });
    const one = await asStaff(id, flyer.id);
    expect(one).toMatchObject({ type: 'application/pdf', fileName: 'Fair flyer ZIP-F.pdf' });
    const zip = await asStaff(id, letter.id, flyer.id);
    expect(zip).toMatchObject({ type: 'application/zip', fileName: 'templates ZIP-F.zip' });
    const entries = await readEntries(zip.bytes);
    expect([...entries.keys()]).toEqual(['Parent letter ZIP-F.pdf', 'Fair flyer ZIP-F.pdf']);
    expect(entries.get('Fair flyer ZIP-F.pdf')!.equals(one.bytes)).toBe(true);
    expect((await asStaff(id, letter.id, flyer.id)).bytes.equals(zip.bytes)).toBe(true);
  });

  it('require a selection, and the right for the call', async () => {
    const { id: fairId } = await plannedFair(test, 'RIGHT');
    const errors = { templateIds: 'Please select at least one template.' };
    await expectErrors(generate(fairId), errors);
    await expectErrors(asStaff(fairId), errors);
    const body = { fairId, templateIds: [flyer.id] };
    await expectRefusal(download(body, undefined), 'TOKEN_INVALID');
    const { client } = await signedInWith(test, [['Fairs', 'edit']]);
    await expectRefusal(client.customizations.get({ query: { fairId } }), 'FORBIDDEN');
    await client.customizations.generateUrl({ body });
    const unclear = { templateIds: [flyer.id], schoolIdentifier: 'RIGHT' };
    await expectErrors(download(unclear, undefined), {
      fairId: 'Identify the fair by its ID, or by the identifiers of school and fair.',
    });
  });

  it('lead to the public page at the URL of the settings, in page and QR code', async () => {
    const { id } = await plannedFair(test, 'BASE');
    const set = async (publicBaseUrl: string) => {
      const { version } = (await test.ask.settings.get()) as { version: number };
      await test.owner.settings.update({ body: { version, publicBaseUrl } });
    };
    await set('https://books.example.org/');
    const { url, defaults } = await read(id);
    expect(url).toBe('https://books.example.org/customized-fair/BASE/BASE-F');
    expect(defaults.fair_url).toBe(url);
    await set('');
    const own = 'https://fairs.example.com/customized-fair/BASE/BASE-F';
    expect((await read(id)).url).toBe(own);
  });

  it("are published with the fair's page: visitors get the selected ones and no others", async () => {
    const fair = await plannedFair(test, 'PUBLISH', { publicMessage: 'See you there.' });
    await expectRefusal(asStranger(fair, flyer.id), 'NOT_FOUND');
    const { url } = await generate(fair.id, flyer.id);
    expect(url).toBe('https://fairs.example.com/customized-fair/PUBLISH/PUBLISH-F');
    const published = { published: true, version: fair.version + 1 };
    expect(await test.ask.fairs.getById({ params: { id: fair.id } })).toMatchObject(published);
    const lower = { ...fair, schoolIdentifier: 'publish' };
    expect(await toText(await asStranger(lower, flyer.id))).toContain('School PUBLISH');
    await expectRefusal(asStranger(fair, letter.id), 'NOT_FOUND');
    await expectRefusal(asStranger(fair, flyer.id, letter.id), 'NOT_FOUND');
    await generate(fair.id, letter.id);
    await expectRefusal(asStranger(fair, flyer.id), 'NOT_FOUND');
    expect(await toText(await asStranger(fair, letter.id))).toContain('See you there.');
    const { fairList } = await test.ask.templates.getById({ params: { id: letter.id } });
    expect(fairList.map(({ identifier }) => identifier)).toContain('PUBLISH-F');
    const entries = await readActivity(test, 'fair', fair.id);
    expect(entries.map(({ action }) => action)).toContain('fair.page-published');
  });

  it('are made once for visitors, and again when the fair or the template changes', async () => {
    const { id, version } = await publishedTemplate(test, 'Sign', [textField('fair_name', 100)]);
    const fair = await plannedFair(test, 'ONCE');
    await generate(fair.id, id);
    const made = test.db.selectFrom('documents').select('madeAt').where('fairId', '=', fair.id);
    const first = await made.execute();
    await Promise.all([1, 2, 3].map(() => asStranger(fair, id)));
    expect(await made.execute()).toEqual(first);
    const shown = async () => toText(await asStranger(fair, id));
    const renamed = test.db.updateTable('fairs').set({ name: 'Renamed fair' });
    await renamed.where('id', '=', fair.id).execute();
    expect(await shown()).toContain('Renamed fair');
    const fields = [textField('school_name', 300)];
    const draft = await test.ask.templates.update({ body: { id, version, fields } });
    expect(await shown()).toContain('Renamed fair');
    await test.owner.templates.publish({ params: { id }, body: { version: draft.version } });
    expect(await shown()).toContain('School ONCE');
  });

  it('are refused if text does not fit, naming template and field, and nothing is published', async () => {
    const narrow = await publishedTemplate(test, 'Bookmark', [
      textField('school_name', 100, { width: 60, height: 12, lines: 1 }),
    ]);
    const { id } = await plannedFair(test, 'NARROW');
    const both = [flyer.id, narrow.id];
    const school_name = 'Saint Bartholomew-in-the-Meadows Elementary';
    await fill(id, narrow.id, { school_name }, 0);
    const errors = {
      templateIds:
        'Bookmark: School name does not fit, even at 8 points. Shorten it or make its field larger.',
    };
    await expectErrors(generate(id, ...both), errors);
    await expectErrors(asStaff(id, ...both), errors);
    expect((await read(id)).published).toBe(false);
    await fill(id, narrow.id, { school_name: 'St. B.' }, 1);
    await generate(id, ...both);
    const published = (await read(id)).templates.filter((template) => template.published);
    expect(published.map(({ templateId }) => templateId).sort()).toEqual(both.toSorted());
  });

  it('are not published for an inactive fair, or if no longer offered', async () => {
    const { id } = await plannedFair(test, 'IDLE');
    const { version } = await test.ask.templates.getById({ params: { id: letter.id } });
    const status = 'inactive';
    await test.owner.templates.update({ body: { id: letter.id, version, status } });
    await expectErrors(generate(id, letter.id), {
      templateIds: 'A selected template is no longer offered. Select again.',
    });
    await test.owner.fairs.changeStatus({ params: { id }, body: { status } });
    await expectRefusal(generate(id, flyer.id), 'INVALID_TRANSITION');
    await test.owner.fairs.delete({ params: { id } });
  });

  it('can be downloaded 100 times in 15 minutes from one address', async () => {
    const fair = await plannedFair(test, 'LIMIT');
    const statuses = new Set<number>();
    for (let count = 0; count < 101; count++)
      statuses.add((await getRefusal(asStranger(fair, flyer.id))).status);
    expect([...statuses].sort()).toEqual([404, 429]);
  });
});
