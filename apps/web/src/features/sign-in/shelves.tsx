import * as styles from './shelves.module.css';
import * as loginStyles from './login.module.css';

type Book = readonly [x: number, width: number, height: number, cloth: string, leans?: true];

/** Three shelves, each with its height and its books from left to right. */
const SHELVES: readonly (readonly [floor: number, books: readonly Book[]])[] = [
  [
    250,
    [
      [70, 34, 165, 'blush'],
      [106, 34, 142, 'cream'],
      [142, 34, 150, 'cream'],
      [214, 30, 119, 'rose'],
      [246, 46, 112, 'cream'],
      [294, 46, 157, 'cream'],
      [342, 40, 114, 'orange', true],
      [398, 40, 111, 'cocoa'],
      [440, 26, 143, 'brick'],
      [468, 46, 115, 'cocoa'],
      [516, 40, 163, 'rose'],
      [558, 26, 142, 'wine', true],
      [604, 22, 135, 'rose'],
      [628, 22, 164, 'orange'],
      [652, 22, 140, 'sky'],
      [676, 22, 146, 'brick'],
    ],
  ],
  [
    480,
    [
      [70, 22, 119, 'navy', true],
      [109, 22, 108, 'brick'],
      [169, 34, 151, 'cocoa'],
      [205, 34, 132, 'brick'],
      [241, 34, 141, 'sky'],
      [277, 26, 100, 'wine'],
      [305, 40, 119, 'orange'],
      [347, 40, 141, 'cream'],
      [389, 26, 128, 'wine', true],
      [433, 30, 124, 'rose', true],
      [481, 46, 115, 'orange'],
      [529, 34, 108, 'cream'],
      [565, 34, 111, 'peach'],
      [601, 40, 115, 'brick'],
      [643, 40, 112, 'sky'],
    ],
  ],
  [
    710,
    [
      [70, 34, 107, 'rose'],
      [106, 30, 119, 'sky'],
      [138, 40, 135, 'wine'],
      [180, 22, 112, 'brick'],
      [204, 40, 143, 'rose'],
      [246, 26, 151, 'orange', true],
      [293, 26, 107, 'orange'],
      [321, 40, 112, 'rose'],
      [363, 30, 146, 'blush'],
      [395, 22, 163, 'orange'],
      [419, 30, 106, 'orange'],
      [487, 22, 150, 'wine'],
      [511, 22, 132, 'blush'],
      [571, 46, 151, 'peach'],
      [619, 30, 109, 'cocoa'],
      [651, 34, 164, 'orange'],
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
            {books.map((book) => (
              <Spine key={book[0]} book={book} floor={floor} />
            ))}
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

/** One book: cloth, a band at head and foot, and a label if it is wide enough. */
function Spine({ book: [x, width, height, cloth, leans], floor }: { book: Book; floor: number }) {
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
