import type PdfKit from 'pdfkit';
import { encodeQR } from 'qr';

/** White modules around a QR code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

type QrBox = { x: number; y: number; width: number; height: number; color: string };

/**
 * Draws a QR code in the center of its box as vectors with its quiet zone, so that it can be read on
 * any artwork. Sizes in points.
 */
export function drawQr(
  document: InstanceType<typeof PdfKit>,
  { x, y, width, height, color }: QrBox,
  content: string,
): void {
  const rows = encodeQR(content, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const side = Math.min(width, height);
  const module = side / rows.length;
  const [left, top] = [x + (width - side) / 2, y + (height - side) / 2];
  document.rect(left, top, side, side).fill('#ffffff');
  for (const [down, row] of rows.entries()) {
    for (let from = row.indexOf(true); from >= 0;) {
      const end = row.indexOf(false, from);
      document.rect(
        left + from * module,
        top + down * module,
        ((end < 0 ? row.length : end) - from) * module,
        module,
      );
      from = end < 0 ? -1 : row.indexOf(true, end);
    }
  }
  document.fill(color);
}
