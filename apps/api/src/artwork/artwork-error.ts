import { ONLY_ARTWORK } from '@pos/contract/templates/templates';

/**
 * Refusals of artwork, with their sentences. `NOT_ARTWORK` is a wrong type of file (415); the
 * others are problems of the file (400).
 */
export const ARTWORK_REFUSALS = {
  NOT_ARTWORK: ONLY_ARTWORK,
  EMPTY: 'The file is empty.',
  OTHER_NAME: "The file's extension does not match its content. Save it again as PDF, PNG or JPEG.",
  ENCRYPTED: 'The PDF is protected with a password or against changes. Save it without protection.',
  DAMAGED: 'The file is damaged or incomplete. Save it again, then upload it again.',
  PAGES: 'The PDF must have 1 to 4 pages.',
  PAGE_SIZE: 'A page must measure between 0.5 and 40 inches on each side.',
  HIDDEN_LAYERS:
    'The PDF has hidden layers. Save it without layers, so that it prints as you see it.',
  OUTSIDE: 'The PDF refers to content in another file. Save it with all content included.',
  TOO_MANY_PIXELS:
    'The image has too many pixels. Use at most 40 megapixels, which is 18 by 24 inches at 300 dpi.',
  UNPACKS_TOO_LARGE: 'The file is too large when unpacked. Use smaller images in it.',
  TOO_SLOW: 'The file takes too long to read. Save it in a simpler form.',
  TOO_MUCH_MEMORY: 'The file needs too much memory to read. Save it in a simpler form.',
} as const;
export type ArtworkRefusal = keyof typeof ARTWORK_REFUSALS;

/** Thrown for an uploaded file that cannot become artwork. */
export class ArtworkError extends Error {
  readonly refusal: ArtworkRefusal;

  constructor(refusal: ArtworkRefusal, cause?: unknown) {
    super(ARTWORK_REFUSALS[refusal], { cause });
    this.name = 'ArtworkError';
    this.refusal = refusal;
  }
}

/** Turns an error of a worker into its refusal: no time, no memory, or endless nesting. */
export function toArtworkError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'TimeoutError') return new ArtworkError('TOO_SLOW');
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new ArtworkError('TOO_MUCH_MEMORY');
  // The stack overflow of a file with endless nesting.
  return error instanceof RangeError ? new ArtworkError('DAMAGED', error) : error;
}
