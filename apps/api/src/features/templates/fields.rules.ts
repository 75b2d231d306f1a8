import type { FieldErrors } from '@pos/contract/errors';
import { MIN_QR, type Artwork, type PlacedField } from '@pos/contract/templates';

/** A QR code is read against white: its colour needs this contrast. */
const QR_CONTRAST = 4.5;
/** Rounding in the editor must not refuse a field that touches the edge. */
const SLACK = 0.01;

/** What is wrong with fields on the pages of an artwork, by their path (`fields.0.x`); empty where nothing is. */
export function misplaced(fields: readonly PlacedField[], pages: Artwork['pages']): FieldErrors {
  const errors: FieldErrors = {};
  const ids = new Set<string>();
  for (const [index, field] of fields.entries()) {
    const wrong = (name: string, sentence: string) => void (errors[`fields.${index}.${name}`] ??= sentence);
    const page = pages[field.page - 1];
    if (ids.has(field.id)) wrong('id', 'Two fields have the same id.');
    ids.add(field.id);
    if (!page) {
      wrong('page', `The artwork has ${pages.length === 1 ? 'one page' : `${pages.length} pages`}.`);
      continue;
    }
    if (field.x + field.width > page.width + SLACK) wrong(field.x > page.width ? 'x' : 'width', 'Keep the field on the page.');
    if (field.y + field.height > page.height + SLACK) wrong(field.y > page.height ? 'y' : 'height', 'Keep the field on the page.');
    if (field.kind === 'text' && field.minSize > field.size) wrong('minSize', 'The smallest size cannot be above the size.');
    if (field.kind === 'qr' && Math.min(field.width, field.height) < MIN_QR) wrong('width', `Give the QR code at least ${MIN_QR} points (3/4 inch) each way.`);
    if (field.kind === 'qr' && contrastWithWhite(field.colour) < QR_CONTRAST) wrong('colour', 'Choose a darker colour: the code is read against white.');
  }
  return errors;
}

/** WCAG contrast of `#RRGGBB` with white, 1 to 21. */
function contrastWithWhite(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
