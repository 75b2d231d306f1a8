import type { FieldErrors } from '../errors.ts';
import type { Artwork } from './templates.ts';
import { MERGE_FIELDS, MIN_QR, type PlacedField } from './template-fields.ts';

/** Minimum contrast of a QR code's color against white. */
const QR_CONTRAST = 4.5;
/** Tolerance in points, so that rounding in the editor does not refuse a field at the edge. */
const SLACK = 0.01;

/**
 * Finds errors of fields on the pages of an artwork, by path (`fields.0.x`); empty if there are
 * none.
 */
export function misplaced(fields: readonly PlacedField[], pages: Artwork['pages']): FieldErrors {
  const errors: FieldErrors = {};
  const ids = new Set<string>();
  for (const [index, field] of fields.entries()) {
    const wrong = (name: string, sentence: string) =>
      void (errors[`fields.${index}.${name}`] ??= sentence);
    const page = pages[field.page - 1];
    if (ids.has(field.id)) wrong('id', 'Two fields have the same ID.');
    ids.add(field.id);
    if (!page) {
      wrong(
        'page',
        `The artwork has ${pages.length === 1 ? 'one page' : `${pages.length} pages`}.`,
      );
      continue;
    }
    if (field.x + field.width > page.width + SLACK)
      wrong(field.x > page.width ? 'x' : 'width', 'Keep the field on the page.');
    if (field.y + field.height > page.height + SLACK)
      wrong(field.y > page.height ? 'y' : 'height', 'Keep the field on the page.');
    if (field.kind === 'text' && field.minSize > field.size)
      wrong('minSize', 'The smallest size cannot be larger than the size.');
    if (field.kind === 'qr' && Math.min(field.width, field.height) < MIN_QR)
      wrong('width', `Give the QR code at least ${MIN_QR} points (3/4 inch) each way.`);
    if (field.kind === 'qr' && contrast(luminance(toColorChannels(field.colour)), 1) < QR_CONTRAST)
      wrong('colour', 'Choose a darker color: phones read the code against white.');
  }
  return errors;
}

/** Label of a field: its merge field, its text, or the QR code. */
export function fieldName(field: PlacedField): string {
  if (field.kind === 'qr') return 'QR code';
  if (field.source.from === 'merge') return MERGE_FIELDS[field.source.field];
  const [line = ''] = field.source.text.split('\n');
  return `the text "${line.length > 40 ? `${line.slice(0, 39)}…` : line}"`;
}

/** Returns red, green and blue of `#RRGGBB`, each 0 to 255. */
export function toColorChannels(color: string): [number, number, number] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
}

/** Computes the WCAG relative luminance, 0 to 1, of red, green and blue, each 0 to 255. */
export function luminance(channels: readonly [number, number, number]): number {
  const [red, green, blue] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Computes the WCAG contrast of two luminances, 1 to 21. */
export function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
