import path from 'node:path';
import type { Artwork } from '@pos/contract/templates';
import { Failure } from '#api/http/failure.ts';
import type { UploadedFile } from '#api/http/feature.ts';
import { ReadGate } from '#api/spreadsheets/reading/read-gate.ts';
import { ArtworkError, ARTWORK_REFUSALS } from './artwork-error.ts';
import { rewriteInWorker } from './paper-worker.ts';
import type { StoredArtwork } from './pdf-artwork.ts';

type Format = Artwork['uploadedAs'];
const BEGINNINGS: Record<Format, Buffer> = {
  pdf: Buffer.from('%PDF-'),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
};
const ENDINGS: Record<string, Format> = {
  '.pdf': 'pdf',
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
};

/** Decodes one image at a time, so that memory stays within the limit for one. */
const gate = new ReadGate(1);

/**
 * Converts an uploaded file to stored artwork. Refuses content other than PDF, PNG or JPEG,
 * whatever its name, on the field `file`.
 */
export async function readArtwork({
  name,
  bytes,
}: UploadedFile): Promise<StoredArtwork & { uploadedAs: Format }> {
  try {
    if (bytes.length === 0) throw new ArtworkError('EMPTY');
    const uploadedAs = (Object.keys(BEGINNINGS) as Format[]).find((format) =>
      bytes.subarray(0, BEGINNINGS[format].length).equals(BEGINNINGS[format]),
    );
    const named = ENDINGS[path.extname(name).toLowerCase()];
    if (!uploadedAs || !named) throw new ArtworkError('NOT_ARTWORK');
    if (named !== uploadedAs) throw new ArtworkError('OTHER_NAME');
    return {
      uploadedAs,
      ...(uploadedAs === 'pdf'
        ? await rewriteInWorker(bytes)
        : await gate.pass(() => readImage(bytes, uploadedAs))),
    };
  } catch (error) {
    if (!(error instanceof ArtworkError)) throw error;
    if (error.refusal === 'NOT_ARTWORK')
      throw new Failure('UNSUPPORTED_FILE', ARTWORK_REFUSALS.NOT_ARTWORK);
    throw new Failure('VALIDATION_FAILED', 'Please correct the highlighted fields.', {
      fields: { file: error.message },
    });
  }
}

/** Loaded on demand, because the image library takes 26 MB of memory. */
async function readImage(bytes: Uint8Array, format: 'png' | 'jpeg'): Promise<StoredArtwork> {
  const { imagePage } = await import('./image-artwork.ts');
  return imagePage(bytes, format);
}
