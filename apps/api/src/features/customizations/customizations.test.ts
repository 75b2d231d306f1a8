import { fetchFile } from '@pos/contract/client';
import { customizationsApi, type DownloadedDocuments } from '@pos/contract/customizations';
import type { FairDetails } from '@pos/contract/fairs';
import type { FieldValues } from '@pos/contract/template-fields';
import { describe, expect, it } from 'vitest';
import { publishedTemplate, qrField, textField } from '#testing/artwork.ts';
import { textOfPdf } from '#testing/pdf-pages.ts';
import { signedInWith } from '#testing/personas.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp } from '#testing/test-app.ts';
import { readEntries } from '#testing/zip.ts';

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
  const download = (body: DownloadedDocuments, token?: string) =>
    fetchFile(customizationsApi.download, { body }, test.send(token));
  const asStranger = (fair: FairDetails, templateIds: string[]) =>
    download({
      schoolIdentifier: fair.schoolIdentifier,
      fairIdentifier: fair.identifier,
      templateIds,
    });
  const textOf = async ({ blob }: { blob: Blob }) =>
    (await textOfPdf(Buffer.from(await blob.arrayBuffer()))).join('\n');
  const read = (fairId: string) => test.ask.customizations.get({ query: { fairId } });
  const bytesOf = async ({ blob }: { blob: Blob }) => Buffer.from(await blob.arrayBuffer());

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
    const body = {
      fairId: fair.id,
      templateId: flyer.id,
      values: { dates: 'The first week of March' },
      version: 0,
    };
    const after = (await test.ask.customizations.update({ body })).templates[0]!;
    expect(after).toMatchObject({
      values: { dates: 'The first week of March' },
      merged: { school_name: 'School FILL', dates: 'The first week of March' },
      version: 1,
    });
    expect(await getRefusal(test.owner.customizations.update({ body }))).toMatchObject({
      code: 'STALE_VERSION',
      current: { version: 1 },
    });
    expect(
      (
        await getRefusal(
          test.owner.customizations.update({
            body: { ...body, version: 1, values: { dates: 'x'.repeat(501) } },
          }),
        )
      ).errors,
    ).toEqual({ 'values.dates': 'Use at most 500 characters.' });
    expect(
      await textOf(await download({ fairId: fair.id, templateIds: [flyer.id] }, test.ownerToken)),
    ).toContain('The first week of March');
  });

  it("record in the fair's activity which values changed, from what to what", async () => {
    const fair = await plannedFair(test, 'TRAIL');
    const fill = async (values: FieldValues, version: number) => {
      const body = { fairId: fair.id, templateId: flyer.id, values, version };
      await test.owner.customizations.update({ body });
    };
    await fill({ school_name: 'Ada Elementary', dates: 'March 1' }, 0);
    await fill({ school_name: 'Ada Elementary', dates: 'March 1 and 2' }, 1);
    await fill({ dates: 'March 1 and 2' }, 2);
    const { data } = await test.owner.activity.list({
      query: { entity: 'fair', entityId: fair.id },
    });
    const filled = data.results.filter(({ action }) => action === 'fair.template-filled');
    expect(filled.map(({ changes }) => changes)).toEqual([
      { school_name: { from: 'Ada Elementary', to: null } },
      { dates: { from: 'March 1', to: 'March 1 and 2' } },
      {
        school_name: { from: null, to: 'Ada Elementary' },
        dates: { from: null, to: 'March 1' },
      },
    ]);
  });

  it('are downloaded by staff as one PDF or a zip, the same bytes each time', async () => {
    const fair = await plannedFair(test, 'ZIP', { publicMessage: 'Bring a friend.' });
    const one = await download({ fairId: fair.id, templateIds: [flyer.id] }, test.ownerToken);
    expect({ type: one.blob.type, name: one.fileName }).toEqual({
      type: 'application/pdf',
      name: 'Fair flyer ZIP-F.pdf',
    });
    const both = { fairId: fair.id, templateIds: [letter.id, flyer.id] };
    const zip = await download(both, test.ownerToken);
    expect({ type: zip.blob.type, name: zip.fileName }).toEqual({
      type: 'application/zip',
      name: 'templates ZIP-F.zip',
    });
    const entries = await readEntries(await bytesOf(zip));
    expect([...entries.keys()]).toEqual(['Parent letter ZIP-F.pdf', 'Fair flyer ZIP-F.pdf']);
    expect(entries.get('Fair flyer ZIP-F.pdf')!.equals(await bytesOf(one))).toBe(true);
    expect((await bytesOf(await download(both, test.ownerToken))).equals(await bytesOf(zip))).toBe(
      true,
    );
  });

  it('require a selection, and the right for the call', async () => {
    const fair = await plannedFair(test, 'RIGHT');
    const none = { templateIds: 'Please select at least one template.' };
    expect(
      (
        await getRefusal(
          test.owner.customizations.generateUrl({ body: { fairId: fair.id, templateIds: [] } }),
        )
      ).errors,
    ).toEqual(none);
    expect(
      (await getRefusal(download({ fairId: fair.id, templateIds: [] }, test.ownerToken))).errors,
    ).toEqual(none);
    const body = { fairId: fair.id, templateIds: [flyer.id] };
    expect((await getRefusal(download(body))).status).toBe(401);
    const { client } = await signedInWith(test, [['Fairs', 'edit']]);
    expect(
      (await getRefusal(client.customizations.get({ query: { fairId: fair.id } }))).status,
    ).toBe(403);
    await client.customizations.generateUrl({ body });
    expect(
      (await getRefusal(download({ templateIds: [flyer.id], schoolIdentifier: 'RIGHT' }))).errors,
    ).toEqual({ fairId: 'Identify the fair by its ID, or by the identifiers of school and fair.' });
  });

  it('lead to the public page at the URL of the settings, in page and QR code', async () => {
    const fair = await plannedFair(test, 'BASE');
    const set = async (publicBaseUrl: string) => {
      const { version } = (await test.ask.settings.get()) as { version: number };
      await test.owner.settings.update({ body: { version, publicBaseUrl } });
    };
    await set('https://books.example.org/');
    const { data } = await test.owner.customizations.get({ query: { fairId: fair.id } });
    expect(data.url).toBe('https://books.example.org/customized-fair/BASE/BASE-F');
    expect(data.defaults.fair_url).toBe(data.url);
    await set('');
    expect((await test.ask.customizations.get({ query: { fairId: fair.id } })).url).toBe(
      'https://fairs.example.com/customized-fair/BASE/BASE-F',
    );
  });

  it("are published with the fair's page: visitors get the selected ones and no others", async () => {
    const fair = await plannedFair(test, 'PUBLISH', { publicMessage: 'See you there.' });
    expect((await getRefusal(asStranger(fair, [flyer.id]))).status).toBe(404);
    const { data } = await test.owner.customizations.generateUrl({
      body: { fairId: fair.id, templateIds: [flyer.id] },
    });
    expect(data.url).toBe('https://fairs.example.com/customized-fair/PUBLISH/PUBLISH-F');
    expect(await test.ask.fairs.getById({ params: { id: fair.id } })).toMatchObject({
      published: true,
      version: fair.version + 1,
    });
    expect(
      await textOf(await asStranger({ ...fair, schoolIdentifier: 'publish' }, [flyer.id])),
    ).toContain('School PUBLISH');
    expect((await getRefusal(asStranger(fair, [letter.id]))).status).toBe(404);
    expect((await getRefusal(asStranger(fair, [flyer.id, letter.id]))).status).toBe(404);
    await test.owner.customizations.generateUrl({
      body: { fairId: fair.id, templateIds: [letter.id] },
    });
    expect((await getRefusal(asStranger(fair, [flyer.id]))).status).toBe(404);
    expect(await textOf(await asStranger(fair, [letter.id]))).toContain('See you there.');
    expect(
      (await test.ask.templates.getById({ params: { id: letter.id } })).fairList.map(
        ({ identifier }) => identifier,
      ),
    ).toContain('PUBLISH-F');
    const { data: entries } = await test.owner.activity.list({
      query: { entity: 'fair', entityId: fair.id },
    });
    expect(entries.results.map(({ action }) => action)).toContain('fair.page-published');
  });

  it('are made once for visitors, and again when the fair or the template changes', async () => {
    const own = await publishedTemplate(test, 'Sign', [textField('fair_name', 100)]);
    const fair = await plannedFair(test, 'ONCE');
    await test.owner.customizations.generateUrl({
      body: { fairId: fair.id, templateIds: [own.id] },
    });
    const made = () =>
      test.db
        .selectFrom('documents')
        .select('madeAt')
        .where('fairId', '=', fair.id)
        .executeTakeFirstOrThrow();
    const first = await made();
    await Promise.all([1, 2, 3].map(() => asStranger(fair, [own.id])));
    expect(await made()).toEqual(first);
    await test.db
      .updateTable('fairs')
      .set({ name: 'Renamed fair' })
      .where('id', '=', fair.id)
      .execute();
    expect(await textOf(await asStranger(fair, [own.id]))).toContain('Renamed fair');
    const draft = await test.ask.templates.update({
      body: { id: own.id, version: own.version, fields: [textField('school_name', 300)] },
    });
    expect(await textOf(await asStranger(fair, [own.id]))).toContain('Renamed fair');
    await test.owner.templates.publish({
      params: { id: own.id },
      body: { version: draft.version },
    });
    expect(await textOf(await asStranger(fair, [own.id]))).toContain('School ONCE');
  });

  it('are refused if text does not fit, naming template and field, and nothing is published', async () => {
    const narrow = await publishedTemplate(test, 'Bookmark', [
      textField('school_name', 100, { width: 60, height: 12, lines: 1 }),
    ]);
    const fair = await plannedFair(test, 'NARROW');
    const templateIds = [flyer.id, narrow.id];
    await test.owner.customizations.update({
      body: {
        fairId: fair.id,
        templateId: narrow.id,
        values: { school_name: 'Saint Bartholomew-in-the-Meadows Elementary' },
        version: 0,
      },
    });
    const sentence = {
      templateIds:
        'Bookmark: School name does not fit, even at 8 points. Shorten it or make its field larger.',
    };
    expect(
      (
        await getRefusal(
          test.owner.customizations.generateUrl({ body: { fairId: fair.id, templateIds } }),
        )
      ).errors,
    ).toEqual(sentence);
    expect(
      (await getRefusal(download({ fairId: fair.id, templateIds }, test.ownerToken))).errors,
    ).toEqual(sentence);
    expect((await read(fair.id)).published).toBe(false);
    await test.owner.customizations.update({
      body: {
        fairId: fair.id,
        templateId: narrow.id,
        values: { school_name: 'St. B.' },
        version: 1,
      },
    });
    await test.owner.customizations.generateUrl({ body: { fairId: fair.id, templateIds } });
    expect(
      (await read(fair.id)).templates
        .filter(({ published }) => published)
        .map(({ templateId }) => templateId)
        .sort(),
    ).toEqual(templateIds.toSorted());
  });

  it('are not published for an inactive fair, or if no longer offered', async () => {
    const fair = await plannedFair(test, 'IDLE');
    const generate = (templateIds: string[]) =>
      test.owner.customizations.generateUrl({ body: { fairId: fair.id, templateIds } });
    await test.owner.templates.update({
      body: {
        id: letter.id,
        version: (await test.ask.templates.getById({ params: { id: letter.id } })).version,
        status: 'inactive',
      },
    });
    expect((await getRefusal(generate([letter.id]))).errors).toEqual({
      templateIds: 'A selected template is no longer offered. Select again.',
    });
    await test.owner.fairs.changeStatus({ params: { id: fair.id }, body: { status: 'inactive' } });
    expect((await getRefusal(generate([flyer.id]))).code).toBe('INVALID_TRANSITION');
    await test.owner.fairs.delete({ params: { id: fair.id } });
  });

  it('can be downloaded 100 times in 15 minutes from one address', async () => {
    const fair = await plannedFair(test, 'LIMIT');
    const statuses = new Set<number>();
    for (let count = 0; count < 101; count++)
      statuses.add((await getRefusal(asStranger(fair, [flyer.id]))).status);
    expect([...statuses].sort()).toEqual([404, 429]);
  });
});
