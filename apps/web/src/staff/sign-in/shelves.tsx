import * as styles from './shelves.module.css';
import * as loginStyles from './login.module.css';

/** Bottom edges of the shelves. */
const FLOORS = [250, 480, 710];
/** Left and right edge of the books. */
const [LEFT, RIGHT] = [70, 704];
const CLOTHS = ['blush', 'cream', 'brick', 'rose', 'cocoa', 'orange', 'sky', 'wine'];

type Book = { x: number; width: number; height: number; cloth: string; leans: boolean };

/** Books of a shelf from left to right: an arrangement that looks random and never changes. */
function booksOn(floor: number): Book[] {
  const books: Book[] = [];
  let x = LEFT;
  for (let seed = floor; ; seed += 17) {
    const width = 22 + ((seed * seed) % 7) * 4;
    const leans = seed % 9 === 4;
    if (x + width > RIGHT) return books;
    books.push({
      x,
      width,
      height: 100 + ((seed * 31) % 67),
      cloth: CLOTHS[(seed * 3) % CLOTHS.length] ?? '',
      leans,
    });
    // A leaning book and a gap here and there need room on the right.
    x += width + (leans ? 18 : seed % 8 === 5 ? 36 : 2);
  }
}

/** Decorative shelves of books beside the sign-in form, hidden from screen readers. */
export function Shelves() {
  return (
    <div className={loginStyles.shelves} aria-hidden>
      <svg viewBox="0 0 760 900" preserveAspectRatio="xMidYMin slice">
        {FLOORS.map((floor) => (
          <g key={floor}>
            {booksOn(floor).map((book) => (
              <Spine key={book.x} book={book} floor={floor} />
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

/** One book: cloth, and a band at head and foot. */
function Spine({ book: { x, width, height, cloth, leans }, floor }: { book: Book; floor: number }) {
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
    </g>
  );
}
