import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  PDFName,
  type PDFRawStream,
  popGraphicsState,
  pushGraphicsState,
  rgb,
} from '@cantoo/pdf-lib';
import type { api } from '@pos/contract/api';
import type { Client } from '@pos/contract/client';
import type { ArtworkFields, TemplateDetails } from '@pos/contract/templates/templates';
import type { MergeField, PlacedField } from '@pos/contract/templates/template-fields';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';

/**
 * Builds a PDF with this many US Letter pages, each with a colored band, the same bytes every time.
 * `change` may add to it.
 */
export async function pdfArtwork(
  pages = 1,
  change: (document: PDFDocument) => Promise<void> | void = () => undefined,
): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  for (let page = 0; page < pages; page++)
    document
      .addPage([612, 792])
      .drawRectangle({ x: 0, y: 692, width: 612, height: 100, color: rgb(1, 0.39, 0.27) });
  await change(document);
  return Buffer.from(await document.save());
}

/** Makes a PNG of one color, with a copyright note in its metadata. */
export function plainPng(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#17663a' } })
    .withMetadata({ exif: { IFD0: { Copyright: 'Secret' } } })
    .png()
    .toBuffer();
}

/**
 * Adds a black square in fax encoding, which browsers decode separately: 100 rows of one bit, each
 * "as the row above", starting from white, inverted.
 */
export function faxSquare(document: PDFDocument): void {
  const { context } = document;
  const image = context.stream(new Uint8Array(13).fill(0xff), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: 100,
    Height: 100,
    BitsPerComponent: 1,
    ColorSpace: 'DeviceGray',
    Decode: [1, 0],
    Filter: 'CCITTFaxDecode',
    DecodeParms: { K: -1, Columns: 100, Rows: 100, EndOfBlock: false },
  });
  drawSquare(document, 'Fax', image, 256, 346);
}

/** 64 by 64 black pixels as written by OpenJPEG: `opj_compress -n 1` of a PGM. */
const JPEG_2000 =
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAQAAAAEAAAQcHAAAAAAAPY29scgEAAAAAABEAAACNanAyY/9P/1EAKQAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAAAQcBAf9SAAwAAAAB' +
  'AAAEBAAB/1wABEBA/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAGwAB/5PfgFARUFSv/3/piWB//9k=';

/** Adds a black square in JPEG 2000 at the bottom left, which browsers also decode separately. */
export function jpxSquare(document: PDFDocument): void {
  const image = document.context.stream(Buffer.from(JPEG_2000, 'base64'), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: 64,
    Height: 64,
    Filter: 'JPXDecode',
  });
  drawSquare(document, 'Jpx', image, 100, 200);
}

/** Draws an image on the first page, 100 by 100 points. */
function drawSquare(
  document: PDFDocument,
  name: string,
  image: PDFRawStream,
  x: number,
  y: number,
): void {
  const [page] = document.getPages();
  page!.node.setXObject(PDFName.of(name), document.context.register(image));
  page!.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(100, 0, 0, 100, x, y),
    drawObject(name),
    popGraphicsState(),
  );
}

/** Builds a plain image with a band at the top. `density` is in dots per inch, if set. */
export function imageArtwork(
  format: 'png' | 'jpeg',
  { width = 1_275, height = 1_650, density = 150 } = {},
): Promise<Buffer> {
  const band = {
    create: { width, height: Math.round(height / 8), channels: 3 as const, background: '#FF6445' },
  };
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([{ input: band, top: 0, left: 0 }])
    .withMetadata({ density })
    .toFormat(format)
    .toBuffer();
}

/** Builds a field that prints a merge field, large enough for most values. */
export function textField(
  field: MergeField,
  y: number,
  changes: Partial<PlacedField & { kind: 'text' }> = {},
): PlacedField {
  return {
    kind: 'text',
    id: uuidv7(),
    page: 1,
    x: 54,
    y,
    width: 504,
    height: 40,
    source: { from: 'merge', field },
    font: 'Inter',
    weight: 'semibold',
    size: 24,
    minSize: 8,
    colour: '#1F1A17',
    align: 'left',
    lines: 2,
    ...changes,
  };
}
export function qrField(changes: Partial<PlacedField & { kind: 'qr' }> = {}): PlacedField {
  return {
    kind: 'qr',
    id: uuidv7(),
    page: 1,
    x: 432,
    y: 612,
    width: 126,
    height: 126,
    colour: '#000000',
    ...changes,
  };
}

/** A type that exists in every database. */
export const FLYER = '01900000-0000-7000-8000-0000000000f1';

/** Client that may create templates. */
type Desk = { owner: Client<typeof api> };

export async function uploadArtwork(
  { owner }: Desk,
  bytes: Buffer,
  fileName: string,
  body: ArtworkFields = { templateTypeId: FLYER },
): Promise<TemplateDetails> {
  const file = new Blob([new Uint8Array(bytes)]);
  return (await owner.templates.upload({ body, file, fileName })).data;
}

/** Publishes version 1 of a template with these fields on one page of PDF artwork. */
export async function publishedTemplate(
  { owner }: Desk,
  name: string,
  fields: PlacedField[],
  artwork?: Buffer,
): Promise<TemplateDetails> {
  const bytes = artwork ?? (await pdfArtwork());
  const type = { name, templateTypeId: FLYER };
  const { id, version } = await uploadArtwork({ owner }, bytes, 'artwork.pdf', type);
  const { data } = await owner.templates.update({ body: { id, version, fields } });
  const body = { version: data.version };
  return (await owner.templates.publish({ params: { id }, body })).data;
}
