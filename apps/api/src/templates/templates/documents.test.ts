import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchFile } from '@pos/contract/client';
import { templatesApi } from '@pos/contract/templates/templates';
import type { PlacedField } from '@pos/contract/templates/template-fields';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  imageArtwork,
  pdfArtwork,
  qrField,
  textField,
  uploadArtwork,
} from '#testing/files/artwork.ts';
import { fontsOfPdf, seenPage, textOfPdf, wholeContent } from '#testing/files/pdf-pages.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const SCALE = 0.75;
/** Tolerance for the edges of letters. A missing or moved word exceeds it. */
const MAX_DIFFERENT = 0.002;
const CLEARLY = 48;

describe('documents', async () => {
  const kinds: Record<'pdf' | 'png' | 'jpeg', () => Promise<Buffer>> = {
    pdf: () => pdfArtwork(2),
    png: () => imageArtwork('png'),
    jpeg: () => imageArtwork('jpeg'),
  };
  const fields: PlacedField[] = [
    textField('school_name', 110, { weight: 'bold', size: 32, align: 'center' }),
    textField('dates', 170, { align: 'right', colour: '#982A13' }),
    textField('custom_message', 230, { weight: 'regular', size: 18, height: 120, lines: 4 }),
    {
      ...(textField('hours', 400) as PlacedField & { kind: 'text' }),
      source: { from: 'fixed', text: 'Zoë’s café: 50% “off” – all day' },
    },
    qrField(),
  ];
  const ids: Record<string, string> = {};
  const test = await startTestApp();
  for (const [kind, make] of Object.entries(kinds))
    ids[kind] = (await uploadArtwork(test, await make(), `artwork.${kind}`)).id;
  const document = async (kind: string, changes: PlacedField[] = fields) => {
    const { blob } = await fetchFile(
      templatesApi.preview,
      { body: { templateId: ids[kind]!, fields: changes } },
      test.send(test.ownerToken),
    );
    return Buffer.from(await blob.arrayBuffer());
  };

  for (const kind of Object.keys(kinds)) {
    it(`on ${kind} artwork match the approved pictures, with text that a reader copies, embedded fonts, and the same bytes each time`, async () => {
      const bytes = await document(kind);
      const seen = await seenPage(bytes, 1, SCALE);
      const approved = new URL(
        `../../../testing/fixtures/document-on-${kind}.png`,
        import.meta.url,
      );
      const pixels = sharp(readFileSync(approved)).removeAlpha().toColourspace('srgb').raw();
      const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
      const { width, height } = seen;
      expect(info).toMatchObject({ width, height });
      const clearly = data.filter((byte, at) => Math.abs(byte - seen.data[at]!) > CLEARLY);
      const different = clearly.length / data.length;
      const now = path.join(tmpdir(), `document-on-${kind}.png`);
      if (different >= MAX_DIFFERENT) {
        const picture = sharp(seen.data, { raw: { width, height, channels: 3 } });
        await picture.png({ compressionLevel: 9, palette: true }).toFile(now);
      }
      expect(
        different,
        `${now} differs clearly from ${fileURLToPath(approved)}; it takes its place where that is meant`,
      ).toBeLessThan(MAX_DIFFERENT);

      const page = (await textOfPdf(bytes))[0]!.replace(/\s+/g, ' ');
      for (const text of [
        'Douglas Elementary School',
        'October 12–16, 2026',
        'Family night is Thursday until 7:00 PM.',
        'Zoë’s café: 50% “off” – all day',
      ])
        expect(page).toContain(text);
      const fonts = await fontsOfPdf(bytes);
      expect(fonts.map(({ name }) => name.replace(/^.*\+/, '')).sort()).toEqual([
        'Inter-Bold',
        'Inter-Regular',
        'Inter-SemiBold',
      ]);
      expect(fonts.filter(({ embedded }) => !embedded)).toEqual([]);
      expect((await document(kind)).equals(bytes)).toBe(true);
    });
  }

  it('leave the artwork unchanged: without fields it looks as before', async () => {
    const { artwork } = await test.ask.templates.getById({ params: { id: ids['pdf']! } });
    const { blob } = await fetchFile(
      templatesApi.artwork,
      { params: { id: artwork.id } },
      test.send(test.ownerToken),
    );
    const plain = await seenPage(Buffer.from(await blob.arrayBuffer()), 2, SCALE);
    expect((await seenPage(await document('pdf'), 2, SCALE)).data.equals(plain.data)).toBe(true);
    expect((await seenPage(await document('pdf', []), 1, SCALE)).data.equals(plain.data)).toBe(
      true,
    );
  });

  it("draw the public page's QR code as a vector on its own white, and it can be read", async () => {
    const bytes = await document('pdf', [qrField({ x: 243, y: 0, width: 126, height: 100 })]);
    expect(await wholeContent(bytes)).not.toContain('/Subtype /Image');
    const { data, width } = await seenPage(bytes, 1, 1);
    const at = (x: number, y: number) =>
      data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3).toString('hex');
    // A corner of its quiet zone, and the artwork beside it.
    expect([at(258, 2), at(244, 2)]).toEqual(['ffffff', 'ff6345']);
    const large = await seenPage(bytes, 1, 2);
    expect(decodeQR(large)).toBe('https://fairs.example.com/customized-fair/DOUGLAS/DOUGLAS-26-01');
  });

  it('shrink text to fit, and break it between words', async () => {
    const printed = async (changes: Parameters<typeof textField>[2]) =>
      (await textOfPdf(await document('pdf', [textField('school_name', 300, changes)])))[0];
    const small = { size: 40, minSize: 6, width: 150, height: 12, lines: 1 };
    expect(await printed(small)).toBe('Douglas Elementary School');
    const narrow = { size: 20, minSize: 20, width: 220, height: 60, lines: 2 };
    expect(await printed(narrow)).toBe('Douglas Elementary\nSchool');
  });
});
