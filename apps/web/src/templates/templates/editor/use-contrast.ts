import { toColorChannels, contrast, luminance } from '@pos/contract/templates/placed-fields';
import type { PlacedField } from '@pos/contract/templates/template-fields';
import { useEffect, useState } from 'react';
import { useOpenPdf } from '../pdf-page.tsx';
import type { Page } from './placing.ts';

type Text = Extract<PlacedField, { kind: 'text' }>;
const SAMPLE_WIDTH = 320;

/** Contrast of a text with the artwork below it, 1 to 21; undefined until the artwork is drawn. */
export function useContrast(
  file: Blob | undefined,
  page: number,
  pages: readonly Page[],
): (field: Text) => number | undefined {
  const pdf = useOpenPdf(file);
  const [sample, setSample] = useState<{ page: number; image: ImageData }>();
  useEffect(() => {
    if (!pdf) return undefined;
    let isGone = false;
    void pdf.draw(page, SAMPLE_WIDTH).then(
      (canvas) => {
        const image = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
        if (!isGone && image) setSample({ page, image });
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [pdf, page]);
  return (field) => {
    const size = pages[field.page - 1];
    if (!sample || !size || sample.page !== field.page) return undefined;
    return contrast(
      luminance(toColorChannels(field.colour)),
      below(field, sample.image, sample.image.width / size.width),
    );
  };
}

/** Mean luminance of the artwork inside a field's box. */
function below({ x, y, width, height }: Text, image: ImageData, scale: number): number {
  let sum = 0;
  let count = 0;
  for (let row = Math.floor(y * scale); row < Math.min((y + height) * scale, image.height); row++) {
    for (
      let column = Math.floor(x * scale);
      column < Math.min((x + width) * scale, image.width);
      column++
    ) {
      const at = 4 * (row * image.width + column);
      sum += luminance([
        image.data[at] ?? 255,
        image.data[at + 1] ?? 255,
        image.data[at + 2] ?? 255,
      ]);
      count += 1;
    }
  }
  return count === 0 ? 1 : sum / count;
}
