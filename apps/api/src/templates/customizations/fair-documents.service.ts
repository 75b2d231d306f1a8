import { Readable } from 'node:stream';
import type { DownloadedDocuments } from '@pos/contract/templates/customizations';
import type { Db } from '#api/db/db.ts';
import { fillDocument, makeDocument } from '#api/templates/templates/documents.service.ts';
import { readMergeDefaults } from '#api/templates/templates/merge-fields.service.ts';
import { Failure, missing } from '#api/http/failure.ts';
import { FileAnswer } from '#api/http/feature.ts';
import { zipChunks } from '#api/spreadsheets/writing/zip-chunks.ts';
import {
  findDocument,
  findFairHead,
  findOffered,
  findPublishedFairId,
  isCached,
  keepDocumentRow,
  type OfferedTemplate,
} from './customizations.queries.ts';

/**
 * A document of a fair. `pdf` is set if it was made just now; otherwise it is stored under
 * `madeFrom`.
 */
export type FairDocument = {
  fairId: string;
  templateId: string;
  name: string;
  madeFrom: Buffer;
  pages: number;
  pdf?: Buffer;
};
/** A template whose document cannot be made, with the reasons as sentences. */
export type UnfitTemplate = { name: string; unfit: string[] };

/**
 * Returns the fair's documents for these templates, in the same order. Reuses stored files that are
 * current; makes and stores the others.
 */
export async function getFairDocuments(
  db: Db,
  publicUrl: string,
  fairId: string,
  templates: readonly OfferedTemplate[],
): Promise<{ documents: FairDocument[]; unfit: UnfitTemplate[] }> {
  const fair = await readMergeDefaults(db, publicUrl, fairId);
  const documents: FairDocument[] = [];
  const unfit: UnfitTemplate[] = [];
  for (const { templateId, name, pages, values, version } of templates) {
    const filled = await fillDocument(db, templateId, fair, values);
    if (!filled) throw missing('template');
    const document = { fairId, templateId, name, pages, madeFrom: filled.madeFrom };
    if (await isCached(db, fairId, templateId, filled.madeFrom)) documents.push(document);
    else {
      const made = await makeDocument(db, filled);
      if ('unfit' in made) unfit.push({ name, unfit: made.unfit });
      else {
        const pdf = Buffer.from(made.pdf);
        // Without values and unpublished, the fair has no copy of the template to store a file for.
        if (version > 0) await keepDocumentRow(db, { ...document, pdf });
        documents.push({ ...document, pdf });
      }
    }
  }
  return { documents, unfit };
}

/** Returns documents of a fair for staff, published or not. */
export async function staffDownload(
  db: Db,
  publicUrl: string,
  fairId: string,
  templateIds: readonly string[],
): Promise<FileAnswer> {
  const fair = await findFairHead(db, fairId);
  if (!fair) throw missing('fair');
  const { documents, unfit } = await getFairDocuments(
    db,
    publicUrl,
    fairId,
    chosen(await findOffered(db, fairId), templateIds),
  );
  if (unfit.length > 0)
    throw new Failure('VALIDATION_FAILED', 'Please correct the highlighted fields.', {
      fields: { templateIds: unfitSentence(unfit) },
    });
  return asFile(db, documents, fair.identifier);
}

/** Returns published documents of a published fair. For the public, nothing else exists. */
export async function publicDownload(
  db: Db,
  publicUrl: string,
  { schoolIdentifier = '', fairIdentifier = '', templateIds }: DownloadedDocuments,
): Promise<FileAnswer> {
  const fairId = await findPublishedFairId(db, schoolIdentifier, fairIdentifier);
  if (fairId === undefined) throw missing('page');
  const offered = (await findOffered(db, fairId)).filter(({ published }) => published);
  const fair = await findFairHead(db, fairId);
  const { documents, unfit } = await getFairDocuments(
    db,
    publicUrl,
    fairId,
    chosen(offered, templateIds),
  );
  // Everything fit when it was published. The fair or the template has changed since, and staff
  // must look at it.
  if (unfit.length > 0 || !fair)
    throw new Failure(
      'NOT_FOUND',
      'This download is being updated. Contact customer service to get it.',
    );
  return asFile(db, documents, fair.identifier);
}

/** Returns the selected templates in the order selected. Refuses one that does not exist. */
export function chosen(
  offered: readonly OfferedTemplate[],
  templateIds: readonly string[],
): OfferedTemplate[] {
  return templateIds.map((id) => {
    const template = offered.find(({ templateId }) => templateId === id);
    if (!template) throw missing('template');
    return template;
  });
}

/** Formats sentences such as `Flyer: Hours does not fit, even at 8 points. …` */
export function unfitSentence(unfit: readonly UnfitTemplate[]): string {
  return unfit.map(({ name, unfit: sentences }) => `${name}: ${sentences.join(' ')}`).join(' ');
}

async function asFile(
  db: Db,
  documents: readonly FairDocument[],
  fairIdentifier: string,
): Promise<FileAnswer> {
  const [only] = documents;
  if (documents.length === 1 && only)
    return new FileAnswer(
      `${plain(only.name)} ${fairIdentifier}.pdf`,
      'application/pdf',
      await readContent(db, only),
    );
  return new FileAnswer(
    `templates ${fairIdentifier}.zip`,
    'application/zip',
    Readable.from(zipChunks(parts(db, documents, fairIdentifier)), { objectMode: false }),
  );
}

/** Yields one file after another, each read only when it is needed. */
async function* parts(db: Db, documents: readonly FairDocument[], fairIdentifier: string) {
  const taken = new Set<string>();
  for (const document of documents)
    yield {
      name: untaken(`${plain(document.name)} ${fairIdentifier}`, taken),
      chunks: [await readContent(db, document)],
    };
}

async function readContent(
  db: Db,
  { fairId, templateId, madeFrom, pdf }: FairDocument,
): Promise<Buffer> {
  const content = pdf ?? (await findDocument(db, fairId, templateId, madeFrom))?.pdf;
  if (!content) throw missing('document');
  return content;
}

/** Returns a name that every file system accepts. */
const plain = (name: string) => name.replace(/[^\p{L}\p{N} ._()-]/gu, '_').replace(/^\.+/, '_');

function untaken(name: string, taken: Set<string>): string {
  for (let count = 1; ; count++) {
    const file = `${name}${count === 1 ? '' : ` (${count})`}.pdf`;
    if (taken.has(file.toLowerCase())) continue;
    taken.add(file.toLowerCase());
    return file;
  }
}
