import { expect, it } from 'vitest';
import {
  moved,
  getMinContrast,
  newQr,
  newText,
  placementError,
  resized,
  fieldTitle,
} from './placing.ts';

const PAGE = { width: 612, height: 792 };
const ID = '01900000-0000-4000-8000-000000000001';
const OTHER = '01900000-0000-4000-8000-000000000002';
const qr = newQr(ID, PAGE, 1);
const text = newText(ID, { from: 'merge', field: 'school_name' }, [], PAGE, 1);

it('keeps a moved or resized field on its page, and a QR code large enough to scan', () => {
  expect(moved(qr, 10_000, -10_000, PAGE)).toMatchObject({ x: 612 - 126, y: 0 });
  expect(resized(qr, -500, -500, PAGE, 54)).toMatchObject({ width: 54, height: 54 });
  expect(resized(qr, 500, 0, PAGE, 54).width).toBe(162);
});

it('places new fields where the API accepts them, even on the smallest pages', () => {
  for (const page of [PAGE, { width: 144, height: 72 }, { width: 2_880, height: 2_880 }]) {
    const first = newText(ID, { from: 'fixed', text: 'Welcome' }, [], page, 1);
    expect(placementError(first, [page])).toBeUndefined();
    expect(
      placementError(newText(OTHER, { from: 'merge', field: 'dates' }, [first], page, 1), [page]),
    ).toBeUndefined();
    expect(placementError(newQr(ID, page, 1), [page])).toBeUndefined();
  }
});

it('explains why a value is refused', () => {
  expect(placementError({ ...text, x: 600 }, [PAGE])).toBe('Keep the field on the page.');
  expect(placementError({ ...qr, colour: '#FFEE00' }, [PAGE])).toBe(
    'Choose a darker color: phones read the code against white.',
  );
  expect(placementError({ ...qr, width: 20 }, [PAGE])).toMatch(/at least 54 points/);
});

it('names a field and the contrast its text needs', () => {
  expect([fieldTitle(text), fieldTitle(qr)]).toEqual(['School name', 'QR code']);
  expect([
    getMinContrast({ size: 24, weight: 'regular' }),
    getMinContrast({ size: 14, weight: 'bold' }),
    getMinContrast({ size: 12, weight: 'bold' }),
  ]).toEqual([3, 3, 4.5]);
});
