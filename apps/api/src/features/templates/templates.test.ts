import { templatesApi } from '@pos/contract/templates';
import type { PlacedField } from '@pos/contract/template-fields';
import { fetchFile } from '@pos/contract/client';
import { describe, expect, it } from 'vitest';
import {
  FLYER,
  imageArtwork,
  pdfArtwork,
  qrField,
  textField,
  uploadArtwork,
} from '#testing/artwork.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp } from '#testing/test-app.ts';

describe('the library of templates', async () => {
  const test = await startTestApp();

  it('starts with the six types, and staff add and change their own', async () => {
    const types = await test.ask.templates.types();
    expect(types.map(({ name }) => name)).toEqual([
      'Flyer',
      'Poster',
      'Parent letter',
      'eWallet guide',
      'Bookmark',
      'Sign',
    ]);
    const added = await test.ask.templates.saveType({ body: { name: 'Table tent' } });
    const own = added.at(-1)!;
    expect(own).toMatchObject({
      name: 'Table tent',
      code: 'table-tent',
      status: 'active',
      templates: 0,
    });
    expect(
      (await getRefusal(test.owner.templates.saveType({ body: { name: 'FLYER' } }))).errors,
    ).toEqual({ name: 'A type named "FLYER" already exists.' });
    await test.owner.templates.saveType({
      body: { id: own.id, name: 'Table sign', status: 'inactive' },
    });
    expect(
      (
        await getRefusal(
          uploadArtwork(test, await pdfArtwork(), 'a.pdf', { templateTypeId: own.id }),
        )
      ).errors,
    ).toEqual({ templateTypeId: 'Choose a type.' });
  });

  it('keeps artwork of each kind as a PDF with its page sizes', async () => {
    const pdf = await uploadArtwork(test, await pdfArtwork(2), 'Autumn_flyer.pdf');
    expect(pdf).toMatchObject({
      name: 'Autumn flyer',
      typeName: 'Flyer',
      publishedNumber: null,
      changed: true,
      version: 1,
      artwork: {
        uploadedAs: 'pdf',
        pages: [
          { width: 612, height: 792 },
          { width: 612, height: 792 },
        ],
      },
    });
    const png = await uploadArtwork(test, await imageArtwork('png'), 'flyer.PNG');
    expect(png.artwork).toMatchObject({ uploadedAs: 'png', pages: [{ width: 612, height: 792 }] });
    const jpeg = await uploadArtwork(
      test,
      await imageArtwork('jpeg', { width: 800, height: 600, density: 72 }),
      'screen.jpg',
    );
    expect(jpeg.artwork).toMatchObject({
      uploadedAs: 'jpeg',
      pages: [{ width: 792, height: 594 }],
    });
    const { blob, fileName } = await fetchFile(
      templatesApi.artwork,
      { params: { id: png.artwork.id } },
      test.send(test.ownerToken),
    );
    expect({ type: blob.type, size: blob.size, fileName }).toEqual({
      type: 'application/pdf',
      size: png.artwork.bytes,
      fileName: 'flyer.pdf',
    });
  });

  it('saves a draft, publishes versions of it, and restores one', async () => {
    const { id, version } = await uploadArtwork(test, await pdfArtwork(), 'versions.pdf');
    const first = [textField('school_name', 100)];
    const saved = await test.ask.templates.update({ body: { id, version, fields: first } });
    expect(saved).toMatchObject({ version: 2, fields: first, changed: true });
    expect(
      await getRefusal(test.owner.templates.update({ body: { id, version, name: 'Too late' } })),
    ).toMatchObject({ code: 'STALE_VERSION', current: { version: 2 } });
    const published = await test.ask.templates.publish({ params: { id }, body: { version: 2 } });
    expect(published).toMatchObject({
      publishedNumber: 1,
      changed: false,
      versions: [{ number: 1, fields: 1 }],
    });
    expect(
      (
        await getRefusal(
          test.owner.templates.publish({ params: { id }, body: { version: published.version } }),
        )
      ).code,
    ).toBe('INVALID_TRANSITION');
    const second = await test.ask.templates.update({
      body: { id, version: published.version, fields: [...first, qrField()] },
    });
    const again = await test.ask.templates.publish({
      params: { id },
      body: { version: second.version },
    });
    expect(again).toMatchObject({
      publishedNumber: 2,
      versions: [
        { number: 2, fields: 2 },
        { number: 1, fields: 1 },
      ],
    });
    const restored = await test.ask.templates.restore({
      params: { id },
      body: { version: again.version, number: 1 },
    });
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
    const before = await test.ask.templates.update({ body: { id, version, fields: [qrField()] } });
    const small = await imageArtwork('png', { width: 300, height: 300, density: 100 });
    expect(
      (await getRefusal(uploadArtwork(test, small, 'small.png', { templateId: id }))).errors![
        'file'
      ],
    ).toMatch(/^Some fields of the template would be outside/);
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
    expect(
      (await getRefusal(test.owner.templates.update({ body: { id, version, fields } }))).errors,
    ).toEqual({
      'fields.0.height': 'Keep the field on the page.',
      'fields.1.page': 'The artwork has one page.',
      'fields.2.width': 'Keep the field on the page.',
      'fields.3.minSize': 'The smallest size cannot be larger than the size.',
      'fields.4.width': 'Give the QR code at least 54 points (3/4 inch) each way.',
      'fields.5.colour': 'Choose a darker color: phones read the code against white.',
    });
    expect(
      Object.keys(
        (
          await getRefusal(
            test.owner.templates.update({
              body: {
                id,
                version,
                fields: [
                  {
                    ...textField('dates', 0),
                    source: { from: 'merge', field: 'constructor' },
                  } as never,
                ],
              },
            }),
          )
        ).errors!,
      ),
    ).toEqual(['fields.0.source.field']);
    expect(
      (await getRefusal(test.owner.templates.update({ body: { id, version } }))).errors,
    ).toEqual({ body: 'Nothing was changed.' });
  });

  it('previews unsaved fields with a sample or a real fair, and reports what does not fit', async () => {
    const { id } = await uploadArtwork(test, await pdfArtwork(), 'preview.pdf');
    const fair = await plannedFair(test, 'PREVIEW');
    const preview = (body: object) =>
      fetchFile(
        templatesApi.preview,
        { body: { templateId: id, ...body } },
        test.send(test.ownerToken),
      );
    const fields = [
      textField('school_name', 100),
      textField('custom_message', 200, { lines: 1, size: 40, minSize: 30 }),
    ];
    expect((await preview({ fields: [fields[0]], fairId: fair.id })).blob.type).toBe(
      'application/pdf',
    );
    expect((await getRefusal(preview({ fields }))).errors).toEqual({
      'fields.1': 'Message does not fit, even at 30 points. Shorten it or make its field larger.',
    });
    expect(
      (
        await getRefusal(
          preview({
            fields,
            fairId: fair.id,
            values: { school_name: '日本 🎈', custom_message: 'Short' },
          }),
        )
      ).errors,
    ).toEqual({ 'fields.0': 'School name has a character that cannot be printed: "🎈".' });
  });
});
