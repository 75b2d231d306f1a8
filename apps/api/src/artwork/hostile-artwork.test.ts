import { createDeflate, deflateSync, crc32 } from 'node:zlib';
import {
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFString,
  type PDFDict,
  type PDFDocument,
} from '@cantoo/pdf-lib';
import { fetchFile } from '@pos/contract/client';
import { templatesApi } from '@pos/contract/templates/templates';
import { describe, expect, it } from 'vitest';
import { imageArtwork, pdfArtwork, uploadArtwork } from '#testing/files/artwork.ts';
import { seenPage, textOfPdf, wholeContent } from '#testing/files/pdf-pages.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const MB = 1024 * 1024;
/** Maximum additional memory of the process while it reads a bomb, which itself unpacks to more. */
const MAX_ADDED = 400 * MB;

describe('hostile artwork', async () => {
  const test = await startTestApp();
  const stored = async (bytes: Buffer, name: string) => {
    const { artwork } = await uploadArtwork(test, bytes, name);
    const { blob } = await fetchFile(
      templatesApi.artwork,
      { params: { id: artwork.id } },
      test.send(test.ownerToken),
    );
    return Buffer.from(await blob.arrayBuffer());
  };
  const refused = async (bytes: Buffer, name = 'artwork.pdf') => {
    const { status, code, errors, message } = await getRefusal(uploadArtwork(test, bytes, name));
    return { status, code, sentence: errors?.['file'] ?? message };
  };

  it('that is another kind of file, or pretends to be one, is refused', async () => {
    const [pdf, png] = [await pdfArtwork(), await imageArtwork('png')];
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    for (const [bytes, name] of [
      [svg, 'flyer.svg'],
      [svg, 'flyer.png'],
      [html, 'flyer.pdf'],
      [pdf, 'flyer.html'],
    ] as const)
      expect(await refused(bytes, name)).toEqual({
        status: 415,
        code: 'UNSUPPORTED_FILE',
        sentence: 'Only PDF, PNG and JPEG files are allowed.',
      });
    const lying = {
      status: 400,
      code: 'VALIDATION_FAILED',
      sentence:
        "The file's extension does not match its content. Save it again as PDF, PNG or JPEG.",
    };
    expect(await refused(pdf, 'flyer.png')).toEqual(lying);
    expect(await refused(png, 'flyer.jpg')).toEqual(lying);
    expect(await refused(Buffer.alloc(0))).toMatchObject({ sentence: 'The file is empty.' });
    expect(await refused(Buffer.alloc(5_242_881, '%PDF-'))).toEqual({
      status: 413,
      code: 'FILE_TOO_LARGE',
      sentence: 'File exceed the maximum size of 5 MB.',
    });
  });

  it('that is encrypted, damaged or outside the limits is refused with its sentence', async () => {
    const encrypted = await pdfArtwork(1, (document) =>
      document.encrypt({ ownerPassword: 'owner', userPassword: '' }),
    );
    const image = await imageArtwork('png');
    const wide = await pdfArtwork(1, (document) => void document.addPage([5_000, 20]));
    const layered = await pdfArtwork(1, ({ catalog, context }) => {
      const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Guides') }));
      catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: { OFF: [layer] } }));
    });
    for (const [bytes, sentence, name] of [
      [encrypted, /^The PDF is protected/],
      [Buffer.from('%PDF-1.7\nnothing of the kind'), /^The file is damaged/],
      [image.subarray(0, image.length / 2), /^The file is damaged/, 'half.png'],
      [await pdfArtwork(5), /^The PDF must have 1 to 4 pages\.$/],
      [wide, /^A page must measure/],
      [layered, /^The PDF has hidden layers/],
    ] as const)
      expect((await refused(bytes, name)).sentence).toMatch(sentence);
  });

  it('as a PDF with scripts, attachments, links, forms and actions keeps only its drawing', async () => {
    const evil = await pdfArtwork(1, async (document) => {
      document.addJavaScript('evil', 'app.alert("EVIL-SCRIPT")');
      await document.attach(Buffer.from('EVIL-ATTACHMENT'), 'evil.exe', {
        mimeType: 'application/octet-stream',
      });
      const { catalog, context } = document;
      const action = { S: 'JavaScript', JS: PDFString.of('EVIL-ACTION') };
      catalog.set(PDFName.of('OpenAction'), context.obj(action));
      const [page] = document.getPages();
      page!.node.set(PDFName.of('AA'), context.obj({ O: action }));
      document.getForm().createTextField('EVIL-FIELD').addToPage(page!);
      const link = { S: 'URI', URI: PDFString.of('https://EVIL-LINK.example') };
      const annotation = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 612, 792], A: link };
      page!.node.set(PDFName.of('Annots'), context.obj([annotation]));
      page!.drawText('Kept');
      // Resources that lead to the catalog, and so to everything.
      const resources = page!.node.Resources()!;
      resources.set(PDFName.of('Properties'), context.obj({ MC0: context.trailerInfo.Root! }));
      const script = context.register(
        context.obj({ JS: PDFString.of('EVIL-RESOURCE'), S: 'JavaScript' }),
      );
      (resources.lookup(PDFName.of('Font')) as PDFDict).set(
        PDFName.of('A'),
        context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', AA: script }),
      );
    });
    const before = await wholeContent(evil);
    for (const trace of ['ATTACHMENT', 'ACTION', 'RESOURCE', 'LINK'])
      expect(before).toContain(`EVIL-${trace}`);
    expect(before).toContain('/JavaScript');
    const after = await stored(evil, 'evil.pdf');
    expect(await wholeContent(after)).not.toMatch(
      /EVIL|JavaScript|\/JS\b|EmbeddedFile|\/Annots|\/AA\b|\/OpenAction|\/URI|\/AcroForm/,
    );
    expect((await textOfPdf(after))[0]).toContain('Kept');
    const { data } = await seenPage(after, 1, 0.1);
    expect(data.subarray(0, 3).toString('hex')).toBe('ff6345');
  });

  it('turned and cropped keeps its visible part, upright', async () => {
    const turned = await pdfArtwork(1, (document) => {
      const [page] = document.getPages();
      page!.setCropBox(0, 592, 612, 200);
    });
    const upright = await uploadArtwork(test, turned, 'cut.pdf');
    expect(upright.artwork.pages).toEqual([{ width: 612, height: 200 }]);
    const sideways = await pdfArtwork(1, (document) =>
      document.getPages()[0]!.node.set(PDFName.of('Rotate'), document.context.obj(90)),
    );
    const bytes = await stored(sideways, 'sideways.pdf');
    const { data, width, height } = await seenPage(bytes, 1, 0.1);
    expect({ width, height }).toEqual({ width: 80, height: 62 });
    const at = (x: number, y: number) =>
      data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3).toString('hex');
    // The band at the top is on the right after a clockwise turn.
    expect([at(77, 30), at(2, 30)]).toEqual(['ff6345', 'ffffff']);
  });

  it('as an image with data after its pixels keeps only the pixels', async () => {
    const tail = Buffer.from('<html><script>alert("EVIL-TAIL")</script></html>');
    for (const format of ['png', 'jpeg'] as const) {
      const bytes = await stored(
        Buffer.concat([await imageArtwork(format), tail]),
        `tail.${format}`,
      );
      expect(await wholeContent(bytes)).not.toContain('EVIL-TAIL');
      expect((await seenPage(bytes, 1, 0.1)).height).toBe(80);
    }
  });

  it('that is a bomb is refused while the process stays up and small', async () => {
    const zeros = await packedZeros(600);
    const bomb = (change: (document: PDFDocument, stream: PDFRawStream) => void) =>
      pdfArtwork(1, (document) =>
        change(
          document,
          PDFRawStream.of(
            document.context.obj({ Filter: 'FlateDecode', Length: zeros.length }),
            zeros,
          ),
        ),
      );
    const pageContent = await bomb((document, stream) =>
      document.getPages()[0]!.node.set(PDFName.of('Contents'), document.context.register(stream)),
    );
    const draw = (document: PDFDocument, stream: PDFRawStream) =>
      document
        .getPages()[0]!
        .node.setXObject(PDFName.of('Bomb'), document.context.register(stream));
    const picture = await bomb((document, stream) => {
      const names = { Type: 'XObject', Subtype: 'Image', ColorSpace: 'DeviceRGB' };
      for (const [key, value] of Object.entries(names))
        stream.dict.set(PDFName.of(key), PDFName.of(value));
      const numbers = { Width: 9_000, Height: 9_000, BitsPerComponent: 8 };
      for (const [key, value] of Object.entries(numbers))
        stream.dict.set(PDFName.of(key), PDFNumber.of(value));
      draw(document, stream);
    });
    const twice = await bomb((document, stream) => {
      const nested = PDFRawStream.of(stream.dict.clone(document.context), deflateSync(zeros));
      nested.dict.set(PDFName.of('Filter'), document.context.obj(['FlateDecode', 'FlateDecode']));
      draw(document, nested);
    });
    const objects = Buffer.concat([
      Buffer.from(
        `%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${zeros.length}>>\nstream\n`,
      ),
      zeros,
      Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 2 0 R>>\n%%EOF'),
    ]);
    const deep = Buffer.from(
      `%PDF-1.7\n1 0 obj\n${'['.repeat(2_000_000)}\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF`,
    );
    expect(pageContent.length).toBeLessThan(MB);
    const tooLarge = /^The file is too large when unpacked/;

    for (const [name, bytes, sentence] of [
      ['page', pageContent, tooLarge],
      ['picture', picture, tooLarge],
      ['packed twice', twice, tooLarge],
      ['objects', objects, /^The file is (too large|damaged)/],
      ['deep', deep, /^The file (is damaged|needs too much memory)/],
    ] as const) {
      const { sentence: heard, more } = await watched(() => refused(bytes));
      expect(heard, name).toMatch(sentence);
      expect(more, `${name}: memory`).toBeLessThan(MAX_ADDED);
    }
    expect((await watched(async () => refused(hugePng(30_000), 'huge.png'))).sentence).toMatch(
      /^The image has too many pixels/,
    );
    expect((await test.app.inject({ method: 'GET', url: '/health' })).statusCode).toBe(200);
  });
});

/**
 * Measures the additional memory of a piece of work in bytes, the maximum of samples every 10 ms.
 */
async function watched<Result extends object>(
  work: () => Promise<Result>,
): Promise<Result & { more: number }> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
  try {
    return { ...(await work()), more: Math.max(most, process.memoryUsage.rss()) - before };
  } finally {
    clearInterval(timer);
  }
}

/** Returns megabytes of zeros, compressed to a thousandth. */
async function packedZeros(megabytes: number): Promise<Buffer> {
  const deflate = createDeflate();
  const packed = Array.fromAsync(deflate as AsyncIterable<Buffer>);
  const zeros = Buffer.alloc(MB);
  for (let count = 0; count < megabytes; count++)
    if (!deflate.write(zeros))
      await new Promise<void>((resolve) => deflate.once('drain', () => resolve()));
  deflate.end();
  return Buffer.concat(await packed);
}

/** Builds a black square with one bit per pixel: a small file with a large picture. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
