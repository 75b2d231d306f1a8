import { ONLY_ARTWORK } from '@pos/contract/templates';

/** Why artwork is refused, each with its sentence for people. `NOT_ARTWORK` is another kind of file (415), the rest is wrong with this one (400). */
export const ARTWORK_REFUSALS = {
  NOT_ARTWORK: ONLY_ARTWORK,
  EMPTY: 'The file is empty.',
  OTHER_NAME:
    'The name of the file ends otherwise than what it holds. Save it again as PDF, PNG or JPEG.',
  ENCRYPTED: 'The PDF is protected with a password or against changes. Save it without protection.',
  DAMAGED: 'The file is damaged or incomplete. Save it again and upload it once more.',
  PAGES: 'The PDF must have 1 to 4 pages.',
  PAGE_SIZE: 'A page must measure between 0.5 and 40 inches on each side.',
  HIDDEN_LAYERS:
    'The PDF has hidden layers. Save it without layers, so that it prints as you see it.',
  OUTSIDE: 'The PDF takes a part of its content from another file. Save it with everything in it.',
  TOO_MANY_PIXELS:
    'The image has too many pixels. Use at most 40 megapixels, which is 18 by 24 inches at 300 dpi.',
  UNPACKS_TOO_LARGE: 'The file is too large once it is unpacked. Use smaller images in it.',
  TOO_SLOW: 'The file takes too long to read. Save it in a simpler form.',
  TOO_MUCH_MEMORY: 'The file needs too much memory to read. Save it in a simpler form.',
} as const;
export type ArtworkRefusal = keyof typeof ARTWORK_REFUSALS;

/** An uploaded file that does not become artwork. */
export class ArtworkError extends Error {
  readonly refusal: ArtworkRefusal;

  constructor(refusal: ArtworkRefusal, cause?: unknown) {
    super(ARTWORK_REFUSALS[refusal], { cause });
    this.name = 'ArtworkError';
    this.refusal = refusal;
  }
}
