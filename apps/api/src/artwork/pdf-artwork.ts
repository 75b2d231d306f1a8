import {
  decodePDFRawStream,
  PDFArray,
  PDFContentStream,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFObjectCopier,
  PDFRawStream,
  PDFStream,
  type PDFContext,
  type PDFObject,
  type PDFPage,
} from '@cantoo/pdf-lib';
import type { Artwork } from '@pos/contract/templates/templates';
import { MAX_PAGES, PAGE_SIDE } from '@pos/contract/templates/template-fields';
import { ArtworkError } from './artwork-error.ts';
import { limitDecoding, refuseBomb } from './pdf-streams.ts';

/** Stored artwork, whatever format it came in. */
export type StoredArtwork = { pdf: Uint8Array; pages: Artwork['pages'] };

/**
 * Opens a PDF and writes a new one that contains only what its pages draw: each page upright,
 * cropped to its visible part. Leaves out the catalog, names, forms, annotations, actions, scripts,
 * attachments and metadata. Runs in a worker: hostile files end with an `ArtworkError`, a timeout
 * or the memory cap.
 */
export async function rewritePdf(bytes: Uint8Array): Promise<StoredArtwork> {
  const source = await open(bytes);
  const pages = source.getPages();
  if (pages.length < 1 || pages.length > MAX_PAGES) throw new ArtworkError('PAGES');
  refuseHiddenLayers(source);
  strip(source.context);
  const target = await PDFDocument.create({ updateMetadata: false });
  const copier = PDFObjectCopier.for(source.context, target.context);
  for (const page of pages) drawAgain(page, target, copier);
  for (const [, object] of target.context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream) await refuseBomb(object);
  }
  const pdf = await target.save({
    useObjectStreams: false,
    addDefaultPage: false,
    updateFieldAppearances: false,
  });
  return {
    pdf,
    pages: target
      .getPages()
      .map((page) => ({ width: rounded(page.getWidth()), height: rounded(page.getHeight()) })),
  };
}

async function open(bytes: Uint8Array): Promise<PDFDocument> {
  const probe = await PDFDocument.create({ updateMetadata: false });
  limitDecoding(probe.context);
  try {
    const source = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
    if (source.isEncrypted || source.context.trailerInfo.Encrypt)
      throw new ArtworkError('ENCRYPTED');
    source.getPages();
    return source;
  } catch (error) {
    throw error instanceof ArtworkError ? error : new ArtworkError('DAMAGED', error);
  }
}

/** Refuses hidden layers, because they would appear on paper. */
function refuseHiddenLayers(source: PDFDocument): void {
  const config = source.catalog
    .lookupMaybe(PDFName.of('OCProperties'), PDFDict)
    ?.lookupMaybe(PDFName.of('D'), PDFDict);
  const off = config?.lookupMaybe(PDFName.of('OFF'), PDFArray);
  if ((off && off.size() > 0) || config?.get(PDFName.of('BaseState')) === PDFName.of('OFF'))
    throw new ArtworkError('HIDDEN_LAYERS');
}

/**
 * Wraps the page's drawing in a form on a new page, so that graphics state left open ends with it.
 */
function drawAgain(page: PDFPage, target: PDFDocument, copier: PDFObjectCopier): void {
  const media = page.getMediaBox();
  const crop = page.getCropBox();
  const left = Math.max(crop.x, media.x);
  const bottom = Math.max(crop.y, media.y);
  const across = Math.min(crop.x + crop.width, media.x + media.width) - left;
  const up = Math.min(crop.y + crop.height, media.y + media.height) - bottom;
  for (const side of [across, up])
    if (!(side >= PAGE_SIDE.min && side <= PAGE_SIDE.max)) throw new ArtworkError('PAGE_SIZE');
  const turn = (((page.getRotation().angle % 360) + 360) % 360) as 0 | 90 | 180 | 270;
  const upright = turn % 180 === 0;
  const made = target.addPage(upright ? [across, up] : [up, across]);
  const { context } = target;
  const resources = page.node.Resources();
  const form = context.flateStream(toContent(page), {
    Type: 'XObject',
    Subtype: 'Form',
    FormType: 1,
    BBox: [left, bottom, left + across, bottom + up],
    Matrix: toMatrix(turn, left, bottom, across, up),
    Resources: resources ? copier.copy(resources) : context.obj({}),
  });
  const group = page.node.lookup(PDFName.of('Group'));
  if (group instanceof PDFDict) made.node.set(PDFName.of('Group'), copier.copy(group));
  made.node.set(
    PDFName.of('Resources'),
    context.obj({ XObject: { Artwork: context.register(form) } }),
  );
  made.node.set(PDFName.of('Contents'), context.register(context.flateStream('/Artwork Do')));
}

/**
 * Transformation that turns the visible part of a page upright and moves its lower left corner to
 * the origin.
 */
function toMatrix(
  turn: 0 | 90 | 180 | 270,
  left: number,
  bottom: number,
  across: number,
  up: number,
): number[] {
  switch (turn) {
    case 0:
      return [1, 0, 0, 1, -left, -bottom];
    case 90:
      return [0, -1, 1, 0, -bottom, left + across];
    case 180:
      return [-1, 0, 0, -1, left + across, bottom + up];
    case 270:
      return [0, 1, -1, 0, bottom + up, -left];
  }
}

function toContent(page: PDFPage): Uint8Array {
  const contents = page.node.Contents();
  const streams =
    contents instanceof PDFArray
      ? contents.asArray().map((_, index) => contents.lookup(index))
      : [contents];
  const parts = streams.flatMap((stream) => {
    if (stream instanceof PDFRawStream)
      return [Buffer.from(decodePDFRawStream(stream).decode()), Buffer.from('\n')];
    if (stream instanceof PDFContentStream)
      return [Buffer.from(stream.getUnencodedContents()), Buffer.from('\n')];
    return [];
  });
  return Buffer.concat(parts);
}

/** Dictionaries whose keys are names from the file, not from the format. */
const OWN_NAMES = [
  'Font',
  'XObject',
  'ExtGState',
  'ColorSpace',
  'Pattern',
  'Shading',
  'CharProcs',
  'Colorants',
];
/** Keys that are not needed to draw a page and may act or refer elsewhere. */
const DROPPED = [
  'A',
  'AA',
  'AF',
  'Annots',
  'AcroForm',
  'Alternates',
  'Dests',
  'EF',
  'EmbeddedFiles',
  'JavaScript',
  'JS',
  'LastModified',
  'Launch',
  'Measure',
  'Metadata',
  'Names',
  'OpenAction',
  'OPI',
  'Outlines',
  'PieceInfo',
  'PtData',
  'Rendition',
  'RichMediaContent',
  'SpiderInfo',
  'StructParent',
  'StructParents',
  'StructTreeRoot',
  'URI',
  'XFA',
].map((name) => PDFName.of(name));

/**
 * Removes everything but drawing from every dictionary of the file. Objects reachable only through
 * it are then not copied.
 */
function strip(context: PDFContext): void {
  const all: PDFDict[] = [];
  for (const [, object] of context.enumerateIndirectObjects()) collect(object, all);
  const ownNames = new Set<PDFDict>();
  const layers = new Set<PDFDict>();
  for (const dict of all) {
    for (const [key] of dict.entries()) {
      const value =
        OWN_NAMES.includes(key.decodeText()) || key === PROPERTIES ? dict.lookup(key) : undefined;
      if (value instanceof PDFDict) (key === PROPERTIES ? layers : ownNames).add(value);
    }
  }
  for (const dict of all) {
    // Marked content and layers need the entry to exist, not its content.
    if (layers.has(dict)) for (const key of dict.keys()) dict.set(key, context.obj({}));
    else if (!ownNames.has(dict)) dropFrom(dict);
  }
}

const PROPERTIES = PDFName.of('Properties');

/** Collects the dictionaries within an object, without following references. */
function collect(object: PDFObject, into: PDFDict[]): void {
  if (object instanceof PDFStream) collect(object.dict, into);
  else if (object instanceof PDFArray) for (const item of object.asArray()) collect(item, into);
  else if (object instanceof PDFDict) {
    into.push(object);
    for (const value of object.values()) collect(value, into);
  }
}

function dropFrom(dict: PDFDict): void {
  for (const name of DROPPED) dict.delete(name);
  const drawing = [PDFName.of('Image'), PDFName.of('Form')].includes(
    dict.get(PDFName.of('Subtype')) as PDFName,
  );
  // Content stored in another file: a form's Ref, a stream's F.
  if (drawing && (dict.has(PDFName.of('Ref')) || dict.has(PDFName.of('F'))))
    throw new ArtworkError('OUTSIDE');
}

const rounded = (points: number) => Math.round(points * 100) / 100;
