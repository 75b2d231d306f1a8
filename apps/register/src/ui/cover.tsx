import { COVER_SIZE, titleCover } from '@pos/contract/stock/title-cover';

type CoverProps = { title: string; category: string | null; sku: string | null; width: number };

/**
 * The generated cover of a title, the same one as in the office, so that the eye finds a line again.
 * An item without a barcode has a pencil.
 */
export function Cover({ title, category, sku, width }: CoverProps) {
  const { width: w, height: h, spine } = COVER_SIZE;
  const { ground, ink, mark } = titleCover(title, category);
  return (
    <svg
      className="cover"
      width={width}
      height={Math.round((width * h) / w)}
      viewBox={`0 0 ${w} ${h}`}
      aria-hidden="true"
    >
      {sku === null ? (
        <>
          <rect width={w} height={h} fill="#EFECE8" />
          <path d="M8 31l2-6L19 15l4 4-10 9Z" fill="#8C827B" />
        </>
      ) : (
        <>
          <rect width={w} height={h} fill={ground} />
          <path d={mark} fill={ink} />
          <rect width={spine} height={h} opacity=".14" />
        </>
      )}
    </svg>
  );
}
