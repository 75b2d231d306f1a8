import PdfKit from 'pdfkit';
import sharp, { type Sharp } from 'sharp';
import { collected, FIXED_DATE } from '#api/pdf/collected.ts';
import { ArtworkError } from './artwork-error.ts';
import type { StoredArtwork } from './pdf-artwork.ts';

const MAX_PIXELS = 40_000_000;
const MAX_SECONDS = 15;
/** Larger than any re-encoded picture of 5 MB that is not built to grow. */
const MAX_BYTES = 24 * 1024 * 1024;
const LETTER = { short: 612, long: 792 };
/**
 * Minimum resolution of an image made for print. Below it, the resolution says nothing about the
 * size on paper.
 */
const PRINT_DPI = 100;

sharp.cache(false);
sharp.concurrency(1);

/**
 * Re-encodes an image as a page, so that only its pixels are kept: upright, on white if
 * transparent. Its size follows its resolution or, for a screen image, fits US Letter.
 */
export async function imagePage(bytes: Uint8Array, format: 'png' | 'jpeg'): Promise<StoredArtwork> {
  const { image, width, height, density } = await encodedAnew(bytes, format, (upright) =>
    format === 'png'
      ? upright.png({ compressionLevel: 9, palette: false, progressive: false })
      : upright.jpeg({ quality: 92, chromaSubsampling: '4:4:4', progressive: false }),
  );
  const page = pageSize(width, height, density);
  const document = new PdfKit({
    size: [page.width, page.height],
    margin: 0,
    info: { CreationDate: FIXED_DATE },
  });
  const pdf = collected(document);
  document.image(image, 0, 0, page);
  document.end();
  return { pdf: await pdf, pages: [page] };
}

/** Size of the box that a small picture fits, in pixels. */
const PICTURE = { width: 480, height: 640 };

/**
 * Re-encodes an image as a JPEG of at most 480 by 640 pixels, so that only its pixels are kept:
 * upright, on white if transparent.
 */
export async function smallPicture(bytes: Uint8Array, format: 'png' | 'jpeg'): Promise<Buffer> {
  const { image } = await encodedAnew(bytes, format, (upright) =>
    upright
      .resize({ ...PICTURE, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 82, progressive: true }),
  );
  return image;
}

async function encodedAnew(
  bytes: Uint8Array,
  format: 'png' | 'jpeg',
  encode: (upright: Sharp) => Sharp,
): Promise<{ image: Buffer; width: number; height: number; density: number }> {
  const input = () =>
    sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
      sequentialRead: true,
      pages: 1,
    });
  try {
    const { format: found, density = 0, width, height } = await input().metadata();
    if (found !== format) throw new ArtworkError('DAMAGED');
    if (width * height > MAX_PIXELS) throw new ArtworkError('TOO_MANY_PIXELS');
    const upright = input()
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb');
    const { data, info } = await encode(upright).toBuffer({ resolveWithObject: true });
    if (data.length > MAX_BYTES) throw new ArtworkError('UNPACKS_TOO_LARGE');
    return { image: data, width: info.width, height: info.height, density };
  } catch (error) {
    if (error instanceof ArtworkError) throw error;
    const message = error instanceof Error ? error.message : '';
    if (/pixel limit/i.test(message)) throw new ArtworkError('TOO_MANY_PIXELS', error);
    throw new ArtworkError(/timeout/i.test(message) ? 'TOO_SLOW' : 'DAMAGED', error);
  }
}

function pageSize(
  width: number,
  height: number,
  density: number,
): { width: number; height: number } {
  const across = width >= height ? LETTER.long : LETTER.short;
  const down = width >= height ? LETTER.short : LETTER.long;
  const scale = density >= PRINT_DPI ? 72 / density : Math.min(across / width, down / height);
  const page = {
    width: Math.round(width * scale * 100) / 100,
    height: Math.round(height * scale * 100) / 100,
  };
  if (Math.min(page.width, page.height) < 36 || Math.max(page.width, page.height) > 2_880)
    throw new ArtworkError('PAGE_SIZE');
  return page;
}
