import * as styles from './shelves.module.css';
import * as loginStyles from './login.module.css';

type Book = readonly [width: number, height: number, cloth: string, gap?: number, leans?: true];

/** Left edge of the first book, and the space between two books without a gap. */
const LEFT = 70;
const SPACE = 2;

/** Three shelves, each with its height and its books from left to right. */
const SHELVES: readonly (readonly [floor: number, books: readonly Book[]])[] = [
  [
    250,
    [
      [34, 165, 'blush'],
      [34, 142, 'cream'],
      [34, 150, 'cream'],
      [30, 119, 'rose', 36],
      [46, 112, 'cream'],
      [46, 157, 'cream'],
      [40, 114, 'orange', 0, true],
      [40, 111, 'cocoa', 14],
      [26, 143, 'brick'],
      [46, 115, 'cocoa'],
      [40, 163, 'rose'],
      [26, 142, 'wine', 0, true],
      [22, 135, 'rose', 18],
      [22, 164, 'orange'],
      [22, 140, 'sky'],
      [22, 146, 'brick'],
    ],
  ],
  [
    480,
    [
      [22, 119, 'navy', 0, true],
      [22, 108, 'brick', 15],
      [34, 151, 'cocoa', 36],
      [34, 132, 'brick'],
      [34, 141, 'sky'],
      [26, 100, 'wine'],
      [40, 119, 'orange'],
      [40, 141, 'cream'],
      [26, 128, 'wine', 0, true],
      [30, 124, 'rose', 16, true],
      [46, 115, 'orange', 16],
      [34, 108, 'cream'],
      [34, 111, 'peach'],
      [40, 115, 'brick'],
      [40, 112, 'sky'],
    ],
  ],
  [
    710,
    [
      [34, 107, 'rose'],
      [30, 119, 'sky'],
      [40, 135, 'wine'],
      [22, 112, 'brick'],
      [40, 143, 'rose'],
      [26, 151, 'orange', 0, true],
      [26, 107, 'orange', 19],
      [40, 112, 'rose'],
      [30, 146, 'blush'],
      [22, 163, 'orange'],
      [30, 106, 'orange'],
      [22, 150, 'wine', 36],
      [22, 132, 'blush'],
      [46, 151, 'peach', 36],
      [30, 109, 'cocoa'],
      [34, 164, 'orange'],
    ],
  ],
];

/** Decorative shelves of books beside the sign-in form, hidden from screen readers. */
export function Shelves() {
  return (
    <div className={loginStyles.shelves} aria-hidden>
      <svg viewBox="0 0 760 900" preserveAspectRatio="xMidYMin slice">
        {SHELVES.map(([floor, books]) => (
          <g key={floor}>
            <Spines books={books} floor={floor} />
            <rect className={loginStyles.board} x={54} y={floor} width={662} height={8} rx={2} />
          </g>
        ))}
      </svg>
      <div className={loginStyles.words}>
        <p>Every fair, from the first carton to the last signature.</p>
        <small>Inventory, registers, payments and close-out in one place.</small>
      </div>
    </div>
  );
}

/** Books of a shelf from left to right, each after its gap. */
function Spines({ books, floor }: { books: readonly Book[]; floor: number }) {
  let next = LEFT;
  return books.map((book) => {
    const [width, , , gap = 0] = book;
    const x = next + gap;
    next = x + width + SPACE;
    return <Spine key={x} book={book} x={x} floor={floor} />;
  });
}

/** One book: cloth, a band at head and foot, and a label if it is wide enough. */
function Spine({
  book: [width, height, cloth, , leans],
  x,
  floor,
}: {
  book: Book;
  x: number;
  floor: number;
}) {
  const top = floor - height;
  return (
    <g
      className={styles.spine}
      data-cloth={cloth}
      {...(leans && { transform: `rotate(8 ${x + width} ${floor})` })}
    >
      <rect x={x} y={top} width={width} height={height} rx={3} />
      <rect className={styles.ink} x={x} y={top + 14} width={width} height={4} />
      <rect className={styles.ink} x={x} y={floor - 22} width={width} height={4} />
      {width >= 30 && (
        <rect
          className={`${styles.ink} ${styles.label}`}
          x={x + width / 2 - 3}
          y={top + 32}
          width={6}
          height={Math.round(height * 0.35)}
          rx={3}
        />
      )}
    </g>
  );
}
