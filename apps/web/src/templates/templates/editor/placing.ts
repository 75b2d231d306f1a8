import { fieldName, misplaced } from '@pos/contract/templates/placed-fields';
import type { Artwork } from '@pos/contract/templates/templates';
import { FONTS, type MergeField, PlacedField } from '@pos/contract/templates/template-fields';

export type Page = Artwork['pages'][number];
type Text = Extract<PlacedField, { kind: 'text' }>;
/** Editable properties of a field. */
export type FieldChanges = Partial<Omit<Text, 'kind' | 'id'>>;

const MARGIN = 36;
const round = (points: number): number => Math.round(points * 100) / 100;
const within = (value: number, most: number): number =>
  round(Math.min(Math.max(value, 0), Math.max(most, 0)));

/** Moves a field by a number of points, keeping it on its page. */
export function moved<Field extends PlacedField>(
  field: Field,
  right: number,
  down: number,
  page: Page,
): Field {
  return {
    ...field,
    x: within(field.x + right, page.width - field.width),
    y: within(field.y + down, page.height - field.height),
  };
}

/** Resizes a field, keeping it on its page and large enough to grab. */
export function resized<Field extends PlacedField>(
  field: Field,
  wider: number,
  higher: number,
  page: Page,
  least: number,
): Field {
  const side = (length: number, room: number): number =>
    round(Math.min(Math.max(length, Math.min(least, room)), room));
  return {
    ...field,
    width: side(field.width + wider, page.width - field.x),
    height: side(field.height + higher, page.height - field.y),
  };
}

/** Error message of an invalid field; undefined if it is valid. */
export function placementError(field: PlacedField, pages: readonly Page[]): string | undefined {
  const parsed = PlacedField.safeParse(field);
  if (!parsed.success) return parsed.error.issues[0]?.message;
  return Object.values(misplaced([field], [...pages]))[0];
}

/** New text field below the others on its page. */
export function newText(
  id: string,
  source: { from: 'merge'; field: MergeField } | { from: 'fixed'; text: string },
  fields: readonly PlacedField[],
  page: Page,
  number: number,
): PlacedField {
  const height = Math.min(40, page.height);
  const width = round(Math.max(page.width - 2 * MARGIN, page.width / 2));
  const below = Math.max(
    MARGIN,
    ...fields
      .filter((one) => one.page === number && one.kind === 'text')
      .map((one) => one.y + one.height + 8),
  );
  return {
    kind: 'text',
    id,
    page: number,
    x: within(MARGIN, page.width - width),
    y: within(below, page.height - height),
    width,
    height,
    source,
    font: FONTS[0],
    weight: 'semibold',
    size: 24,
    minSize: 8,
    colour: '#1F1A17',
    align: 'left',
    lines: 2,
  };
}

/** New QR code in the page's lower right corner, large enough for phones. */
export function newQr(id: string, page: Page, number: number): PlacedField {
  const side = round(Math.min(126, page.width, page.height));
  return {
    kind: 'qr',
    id,
    page: number,
    x: within(page.width - side - MARGIN, page.width - side),
    y: within(page.height - side - MARGIN, page.height - side),
    width: side,
    height: side,
    colour: '#000000',
  };
}

/** Name of a field, capitalized. */
export function fieldTitle(field: PlacedField): string {
  const name = fieldName(field);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Minimum contrast ratio of legible text: 3 for large or bold text, otherwise 4.5 (WCAG 1.4.3). */
export function getMinContrast({ size, weight }: Pick<Text, 'size' | 'weight'>): number {
  return size >= 18 || (size >= 14 && weight !== 'regular') ? 3 : 4.5;
}
