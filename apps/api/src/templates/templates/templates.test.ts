import { templatesApi } from '@pos/contract/templates/templates';
import type { PlacedField } from '@pos/contract/templates/template-fields';
import { fetchFile } from '@pos/contract/client';
import { describe, expect, it } from 'vitest';
import {
  FLYER,
  imageArtwork,
  pdfArtwork,
  qrField,
  textField,
  uploadArtwork,
} from '#testing/files/artwork.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('the library of templates', async () => {
  const test = await startTestApp();
  const send = test.send(test.ownerToken);
  const update = test.ask.templates.update;
  const publish = (id: string, version: number) =>
    test.ask.templates.publish({ params: { id }, body: { version } });

  it('starts with the six types, and staff add and change their own', async () => {
    const first = ['Flyer', 'Poster', 'Parent letter', 'eWallet guide', 'Bookmark', 'Sign'];
    expect((await test.ask.templates.types()).map(({ name }) => name)).toEqual(first);
    const saveType = (body: { id?: string; name: string; status?: 'inactive' }) =>
      test.ask.templates.saveType({ body });
    const own = (await saveType({ name: 'Table tent' })).at(-1)!;
    const tent = { name: 'Table tent', code: 'table-tent', status: 'active', templates: 0 };
    expect(own).toMatchObject(tent);
    await expectErrors(saveType({ name: 'FLYER' }), {
      name: 'A type named "FLYER" already exists.',
    });
    await saveType({ id: own.id, name: 'Table sign', status: 'inactive' });
    const artwork = await pdfArtwork();
    await expectErrors(uploadArtwork(test, artwork, 'a.pdf', { templateTypeId: own.id }), {
      templateTypeId: 'Choose a type.',
    });
  });

  it('keeps artwork of each kind as a PDF with its page sizes', async () => {
    const letter = { width: 612, height: 792 };
    const pdf = await uploadArtwork(test, await pdfArtwork(2), 'Autumn_flyer.pdf');
    expect(pdf).toMatchObject({
      name: 'Autumn flyer',
      typeName: 'Flyer',
      publishedNumber: null,
      changed: true,
      version: 1,
      artwork: { uploadedAs: 'pdf', pages: [letter, letter] },
    });
    const png = await uploadArtwork(test, await imageArtwork('png'), 'flyer.PNG');
    expect(png.artwork).toMatchObject({ uploadedAs: 'png', pages: [letter] });
    const screen = await imageArtwork('jpeg', { width: 800, height: 600, density: 72 });
    const jpeg = await uploadArtwork(test, screen, 'screen.jpg');
    const pages = [{ width: 792, height: 594 }];
    expect(jpeg.artwork).toMatchObject({ uploadedAs: 'jpeg', pages });
    const { id, bytes } = png.artwork;
    const { blob, fileName } = await fetchFile(templatesApi.artwork, { params: { id } }, send);
    expect(fileName).toBe('flyer.pdf');
    expect(blob).toMatchObject({ type: 'application/pdf', size: bytes });
  });

  it('saves a draft, publishes versions of it, and restores one', async () => {
    const { id, version } = await uploadArtwork(test, await pdfArtwork(), 'versions.pdf');
    const first = [textField('school_name', 100)];
    const saved = await update({ body: { id, version, fields: first } });
    expect(saved).toMatchObject({ version: 2, fields: first, changed: true });
    const published = await publish(id, 2);
    const one = { number: 1, fields: 1 };
    expect(published).toMatchObject({ publishedNumber: 1, changed: false, versions: [one] });
    await expectRefusal(publish(id, published.version), 'INVALID_TRANSITION');
    const second = await update({
      body: { id, version: published.version, fields: [...first, qrField()] },
    });
    const again = await publish(id, second.version);
    const versions = [{ number: 2, fields: 2 }, one];
    expect(again).toMatchObject({ publishedNumber: 2, versions });
    const body = { version: again.version, number: 1 };
    const restored = await test.ask.templates.restore({ params: { id }, body });
    expect(restored).toMatchObject({ fields: first, changed: true, publishedNumber: 2 });
    const list = await test.ask.templates.list();
    expect(list.templates.find((template) => template.id === id)).toMatchObject({
      fields: first,
      publishedNumber: 2,
      fairs: 0,
    });
    expect(list.types.find((type) => type.id === FLYER)!.templates).toBeGreaterThan(0);
  });

  it('accepts other artwork for a template if its fields fit on it', async () => {
    const { id, version } = await uploadArtwork(test, await pdfArtwork(), 'other.pdf');
    const before = await update({ body: { id, version, fields: [qrField()] } });
    const small = await imageArtwork('png', { width: 300, height: 300, density: 100 });
    const { errors } = await getRefusal(
      uploadArtwork(test, small, 'small.png', { templateId: id }),
    );
    expect(errors?.['file']).toMatch(/^Some fields of the template would be outside/);
    const after = await uploadArtwork(test, await imageArtwork('jpeg'), 'same size.jpeg', {
      templateId: id,
      name: 'Renamed',
    });
    expect(after).toMatchObject({
      id,
      name: 'Renamed',
      fields: before.fields,
      artwork: { uploadedAs: 'jpeg' },
    });
    expect(after.artwork.id).not.toBe(before.artwork.id);
  });

  it('names every field that is off its page or unreadable', async () => {
    const { id, version } = await uploadArtwork(test, await pdfArtwork(), 'misplaced.pdf');
    const fields: PlacedField[] = [
      textField('dates', 780),
      textField('dates', 10, { page: 2 }),
      textField('dates', 10, { x: 300 }),
      textField('dates', 10, { size: 10, minSize: 12 }),
      qrField({ width: 40, height: 40 }),
      qrField({ colour: '#FFE0C0' }),
    ];
    const save = (change: { fields?: PlacedField[] }) =>
      update({ body: { id, version, ...change } });
    await expectErrors(save({ fields }), {
      'fields.0.height': 'Keep the field on the page.',
      'fields.1.page': 'The artwork has one page.',
      'fields.2.width': 'Keep the field on the page.',
      'fields.3.minSize': 'The smallest size cannot be larger than the size.',
      'fields.4.width': 'Give the QR code at least 54 points (3/4 inch) each way.',
      'fields.5.colour': 'Choose a darker color: phones read the code against white.',
    });
    const source = { from: 'merge', field: 'constructor' };
    const unknown = { ...textField('dates', 0), source } as PlacedField;
    const { errors = {} } = await getRefusal(save({ fields: [unknown] }));
    expect(Object.keys(errors)).toEqual(['fields.0.source.field']);
    await expectErrors(save({}), { body: 'Nothing was changed.' });
  });

  it('previews unsaved fields with a sample or a real fair, and reports what does not fit', async () => {
    const { id } = await uploadArtwork(test, await pdfArtwork(), 'preview.pdf');
    const fair = await plannedFair(test, 'PREVIEW');
    const preview = (body: object) =>
      fetchFile(templatesApi.preview, { body: { templateId: id, ...body } }, send);
    const school = textField('school_name', 100);
    const fields = [school, textField('custom_message', 200, { lines: 1, size: 40, minSize: 30 })];
    const { blob } = await preview({ fields: [school], fairId: fair.id });
    expect(blob.type).toBe('application/pdf');
    await expectErrors(preview({ fields }), {
      'fields.1': 'Message does not fit, even at 30 points. Shorten it or make its field larger.',
    });
    const values = { school_name: '日本 🎈', custom_message: 'Short' };
    await expectErrors(preview({ fields, fairId: fair.id, values }), {
      'fields.0': 'School name has a character that cannot be printed: "🎈".',
    });
  });
});
