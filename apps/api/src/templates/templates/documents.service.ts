import { createHash } from 'node:crypto';
import { fieldName, misplaced } from '@pos/contract/templates/placed-fields';
import type { Preview } from '@pos/contract/templates/templates';
import type { FieldValues, PlacedField } from '@pos/contract/templates/template-fields';
import type { Db } from '#api/db/db.ts';
import { invalid, missing } from '#api/http/failure.ts';
import { FileAnswer } from '#api/http/feature.ts';
import { mergedWith, mergeText, type MergedValues } from './merge-fields.rules.ts';
import { readMergeDefaults, sampleDefaults } from './merge-fields.service.ts';
import { composeInWorker } from '#api/artwork/compose-worker.ts';
import { findArtwork, findDraft, findVersion, type Printable } from './templates.queries.ts';
import type { FilledField, Unfit } from '#api/artwork/text-layer.ts';

/**
 * Increased when the same content is laid out differently, so that every document is made again.
 */
const LAYOUT_REVISION = 1;

/**
 * A template version filled for a fair, not rendered yet. `madeFrom` differs if any content
 * differs.
 */
export type FilledDocument = {
  madeFrom: Buffer;
  printable: Printable;
  filled: FilledField[];
  title: string;
};

/**
 * Fills a template's published version with the values of a fair; undefined if none is published.
 */
export async function fillDocument(
  db: Db,
  templateId: string,
  fair: { defaults: MergedValues; url: string },
  values: FieldValues,
): Promise<FilledDocument | undefined> {
  const printable = await findVersion(db, templateId);
  if (!printable) return undefined;
  return filledWith(printable, printable.fields, fair, values);
}

function filledWith(
  printable: Printable,
  fields: readonly PlacedField[],
  { defaults, url }: { defaults: MergedValues; url: string },
  values: FieldValues,
): FilledDocument {
  const merged = mergedWith(defaults, values);
  const filled = fields.map((placed) => ({ placed, text: mergeText(placed, merged, url) }));
  const title = `${printable.name}, ${defaults.fair_name}`;
  const madeFrom = createHash('sha256')
    .update(
      JSON.stringify([LAYOUT_REVISION, printable.contentId, title, filled.map(({ text }) => text)]),
    )
    .digest();
  return { madeFrom, printable, filled, title };
}

/** A rendered document, or the sentences telling what does not fit. */
export type MadeDocument = { pdf: Uint8Array; pages: number } | { unfit: string[] };

/** Documents being rendered, so that concurrent requests for the same one share the work. */
const underWay = new Map<string, Promise<MadeDocument>>();

/** Renders the document, or returns what does not fit. */
export function makeDocument(db: Db, document: FilledDocument): Promise<MadeDocument> {
  const key = document.madeFrom.toString('hex');
  const others = underWay.get(key);
  if (others) return others;
  const making = compose(db, document)
    .then((made) =>
      'unfit' in made
        ? { unfit: made.unfit.map((unfit) => toSentence(unfit, document.filled)) }
        : { pdf: made.pdf, pages: document.printable.pages.length },
    )
    .finally(() => underWay.delete(key));
  underWay.set(key, making);
  return making;
}

async function compose(db: Db, { printable: { artworkId, pages }, filled, title }: FilledDocument) {
  const artwork = await findArtwork(db, artworkId);
  if (!artwork) throw missing('artwork');
  return composeInWorker({ artwork: artwork.pdf, pages, fields: filled, title });
}

/** Renders a document of the draft or of a version, with unsaved fields and values. */
export async function previewDocument(
  db: Db,
  publicUrl: string,
  { templateId, number, fields, fairId, values = {} }: Preview,
): Promise<FileAnswer> {
  const printable = await (number === undefined
    ? findDraft(db, templateId)
    : findVersion(db, templateId, number));
  if (!printable) throw missing('template');
  const placed = fields ?? printable.fields;
  const errors = misplaced(placed, printable.pages);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const fair = await (fairId === undefined
    ? sampleDefaults(db, publicUrl)
    : readMergeDefaults(db, publicUrl, fairId));
  const document = filledWith(printable, placed, fair, values);
  const made = await compose(db, document);
  if ('unfit' in made)
    throw invalid(
      Object.fromEntries(
        made.unfit.map((unfit) => [`fields.${unfit.index}`, toSentence(unfit, document.filled)]),
      ),
    );
  return new FileAnswer('preview.pdf', 'application/pdf', Buffer.from(made.pdf));
}

/** Formats "Hours does not fit, even at 8 points. …" */
function toSentence({ index, why, character }: Unfit, filled: readonly FilledField[]): string {
  const { placed } = filled[index]!;
  const name = fieldName(placed);
  const subject = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  if (why === 'does not fit')
    return `${subject} does not fit${placed.kind === 'text' ? `, even at ${placed.minSize} points` : ''}. Shorten it or make its field larger.`;
  return `${subject} has a character that cannot be printed: "${character}".`;
}
