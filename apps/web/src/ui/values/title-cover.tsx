import { COVER_SIZE, pictureAddress, titleCover } from '@pos/contract/stock/title-cover';
import * as styles from './title-cover.module.css';

type TitleCoverProps = {
  title: string;
  category: string | null;
  /** Picture of the cover, which replaces the generated one. */
  pictureId?: string | null | undefined;
  /** Height in px; otherwise that of a list. */
  height?: number;
};

/** Cover of a title. Decorative, because the title is always beside it. */
export function TitleCover({
  title,
  category,
  pictureId,
  height = COVER_SIZE.height,
}: TitleCoverProps) {
  if (pictureId)
    return (
      <img
        data-part="cover"
        className={styles.picture}
        src={pictureAddress(pictureId)}
        alt=""
        width={Math.round((COVER_SIZE.width * height) / COVER_SIZE.height)}
        height={height}
        loading="lazy"
      />
    );
  const { ground, ink, mark } = titleCover(title, category);
  const { width, spine } = COVER_SIZE;
  return (
    <svg
      data-part="cover"
      style={{ flex: 'none' }}
      width={Math.round((width * height) / COVER_SIZE.height)}
      height={height}
      viewBox={`0 0 ${width} ${COVER_SIZE.height}`}
      aria-hidden
    >
      <rect width={width} height={COVER_SIZE.height} rx={2} fill={ground} />
      <path d={mark} fill={ink} />
      <rect width={spine} height={COVER_SIZE.height} rx={1} fill="#000000" fillOpacity={0.14} />
      <rect
        x={0.5}
        y={0.5}
        width={width - 1}
        height={COVER_SIZE.height - 1}
        rx={1.5}
        fill="none"
        stroke="currentColor"
        strokeOpacity={0.12}
      />
    </svg>
  );
}
