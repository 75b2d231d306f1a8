import { encodeQR } from 'qr';
import { useSay } from '#register/words/say.tsx';

/** The whole sale as a QR code, for a photo. */
export function SaleCode({ text }: { text: string }) {
  const say = useSay();
  const rows = encodeQR(text, 'raw', { border: 2, ecc: 'low' });
  const path = rows.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={say('saleCode')}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  );
}
