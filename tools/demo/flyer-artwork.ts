import PdfKit from 'pdfkit';

/** Artwork of the demo's templates, drawn without text: templates print their fields on it. */

const NAVY = '#1F2A44';
const CREAM = '#FFF8EC';
const CORAL = '#FF6347';
/** Width, height and color of the books on the shelf, from the left. */
const SPINES: readonly (readonly [width: number, height: number, color: string])[] = [
  [34, 128, '#FF6347'],
  [24, 110, '#F4B942'],
  [42, 140, '#3C7A89'],
  [28, 104, '#F7E3C4'],
  [36, 132, '#8FB339'],
  [22, 118, '#FF8C69'],
  [46, 124, '#5E548E'],
  [30, 138, '#F4B942'],
  [26, 100, '#3C7A89'],
  [40, 130, '#F7E3C4'],
  [32, 114, '#FF6347'],
  [24, 136, '#8FB339'],
];
const SHELF_WIDTH = SPINES.reduce((sum, [width]) => sum + width + 4, -4);

/** Page size and the scale of the books, in points. */
export type Sheet = { width: number; height: number; scale: number };

/** Draws a shelf of books above a white panel for the fields. Returns the PDF. */
export async function drawArtwork({ width, height, scale }: Sheet): Promise<Buffer> {
  const document = new PdfKit({ size: [width, height], margin: 0, info: { Title: 'Book fair' } });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  const shelfTop = 196 * scale;
  document.rect(0, 0, width, height).fill(CREAM);
  document.rect(0, 0, width, shelfTop + 30 * scale).fill(NAVY);
  document.save();
  document.translate((width - SHELF_WIDTH * scale) / 2, shelfTop).scale(scale);
  let left = 0;
  for (const [spine, tall, color] of SPINES) {
    document.rect(left, -tall, spine, tall).fill(color);
    document.rect(left, -tall + 14, spine, 5).fill(NAVY);
    document.rect(left, -22, spine, 5).fill(NAVY);
    left += spine + 4;
  }
  document.rect(-40, 0, SHELF_WIDTH + 80, 10).fill('#C98B4B');
  document.restore();
  const margin = 36 * scale;
  const panelTop = shelfTop + 54 * scale;
  document
    .roundedRect(margin, panelTop, width - 2 * margin, height - panelTop - margin, 14 * scale)
    .fill('#FFFFFF');
  document.rect(0, height - 12 * scale, width, 12 * scale).fill(CORAL);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
