import path from 'node:path';
import type { Artwork } from '@pos/contract/templates/templates';
import { ONLY_PICTURES } from '@pos/contract/stock/titles';
import { Failure } from '#api/http/failure.ts';
import type { UploadedFile } from '#api/http/feature.ts';
import { ReadGate } from '#api/spreadsheets/reading/read-gate.ts';
import { ArtworkError, ARTWORK_REFUSALS } from './artwork-error.ts';
import { rewriteInWorker } from './rewrite-worker.ts';
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
export function readArtwork(file: UploadedFile): Promise<StoredArtwork & { uploadedAs: Format }> {
  return refusing(ARTWORK_REFUSALS.NOT_ARTWORK, async () => {
    const uploadedAs = getFormat(file);
    return {
      uploadedAs,
      ...(uploadedAs === 'pdf'
        ? await rewriteInWorker(file.bytes)
        : await gate.pass(() => readImage(file.bytes, uploadedAs))),
    };
  });
}

/**
 * Converts an uploaded PNG or JPEG to a small JPEG. Refuses other content, whatever its name, on the
 * field `file`.
 */
export function readPicture(file: UploadedFile): Promise<Buffer> {
  return refusing(ONLY_PICTURES, async () => {
    const format = getFormat(file);
    if (format === 'pdf') throw new ArtworkError('NOT_ARTWORK');
    return gate.pass(async () => {
      const { smallPicture } = await import('./image-artwork.ts');
      return smallPicture(file.bytes, format);
    });
  });
}

/** Format of a file by its first bytes, which its name must agree with. */
function getFormat({ name, bytes }: UploadedFile): Format {
  if (bytes.length === 0) throw new ArtworkError('EMPTY');
  const format = (Object.keys(BEGINNINGS) as Format[]).find((each) =>
    bytes.subarray(0, BEGINNINGS[each].length).equals(BEGINNINGS[each]),
  );
  const named = ENDINGS[path.extname(name).toLowerCase()];
  if (!format || !named) throw new ArtworkError('NOT_ARTWORK');
  if (named !== format) throw new ArtworkError('OTHER_NAME');
  return format;
}

/** Turns the errors of artwork into refusals; `unsupported` names the accepted files. */
async function refusing<Read>(unsupported: string, read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ArtworkError)) throw error;
    if (error.refusal === 'NOT_ARTWORK') throw new Failure('UNSUPPORTED_FILE', unsupported);
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
