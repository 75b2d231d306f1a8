import { Category } from '@pos/contract/stock/inventory';
import { ADJECTIVES, ENDINGS, NOUNS } from './names.ts';
import type { Random } from './random.ts';

/** An invented title as delivered by the source system. */
export type WorldTitle = (typeof TITLES)[number];

/** Titles by category: [title, author, price in cents]. The first of each category sell best. */
const BOOKS: Record<string, readonly (readonly [string, string, number])[]> = {
  Picture: [
    ['The Moon Borrowed My Mittens', 'Odile Farrant', 799],
    ['Goose on the Loose Caboose', 'Teddy Marwick', 899],
    ['Where Do Umbrellas Sleep?', 'Priya Sandoval', 799],
    ['A Pocketful of Puddles', 'Lena Thistlewood', 749],
    ['The Very Shy Volcano', 'Marcus Okello', 899],
    ['Seven Sleepy Hedgehogs', 'Odile Farrant', 699],
    ['My Grandmother Bakes the Stars', 'Inés Calloway', 999],
    ['The Lighthouse That Wanted a Nap', 'Teddy Marwick', 849],
  ],
  'Early reader': [
    ['Pip and Button: The Red Scooter', 'Nora Ashdown', 499],
    ['Pip and Button: The Lost Tooth', 'Nora Ashdown', 499],
    ['Detective Duck', 'Barnaby Lowe', 599],
    ['Detective Duck Strikes Again', 'Barnaby Lowe', 599],
    ['A Frog Named Saturday', 'Lucía Brandt', 549],
    ['Big Truck, Little Dog', 'Sam Petrakis', 499],
    ['Super Sister to the Rescue', 'Mei Holloway', 599],
    ['The Noisy Neighbors of Number Nine', 'Lucía Brandt', 549],
  ],
  Chapter: [
    ['The Sock Thieves of Larkspur Street', 'Gideon Vale', 799],
    ['Mystery at Marmalade Mill', 'Rosalind Peake', 799],
    ['The Accidental Time Bus', 'Gideon Vale', 849],
    ['Captain Nettle and the Paper Pirates', 'Tobias Wren', 799],
    ['The Sock Thieves Return', 'Gideon Vale', 849],
    ['Zuri Builds a Submarine', 'Amara Linwood', 799],
    ['The Pet Shop at the End of the World', 'Rosalind Peake', 899],
    ['Four Cousins and a Canoe', 'Hollis Brandywine', 749],
    ['The Library Under the Lake', 'Amara Linwood', 899],
    ['Ghost in the Gymnasium', 'Tobias Wren', 749],
  ],
  'Middle grade': [
    ["The Cartographer's Daughter", 'Imogen Farrow', 999],
    ['A Clock Without Hours', 'Desmond Achterberg', 1099],
    ["The Beekeeper's Riddle", 'Imogen Farrow', 999],
    ['Signal Fires', 'Catalina Moss', 1099],
    ['Thirteen Doors of Winterhall', 'Desmond Achterberg', 1199],
    ['The Summer We Mapped the Creek', 'Catalina Moss', 899],
    ['Ember School', 'Rowan Teasdale', 1099],
    ['Ember School: The Ash Trials', 'Rowan Teasdale', 1199],
    ['Robot Number Eleven', 'Kenji Albright', 949],
  ],
  Teen: [
    ['Salt Roads', 'Wilhelmina Cross', 1299],
    ['Everything the River Kept', 'Jonah Adeyemi', 1199],
    ['The Understudy Code', 'Wilhelmina Cross', 1299],
    ['Northbound', 'Jonah Adeyemi', 1099],
  ],
  Faith: [
    ['Psalms for Small Hands', 'Sister Agnes Holm', 899],
    ["Noah's Noisy Boat", 'Clement Arbor', 799],
    ['The Shepherd Who Counted Twice', 'Clement Arbor', 849],
    ["A Child's Book of Saints' Days", 'Sister Agnes Holm', 1099],
  ],
  Activity: [
    ['Draw Fifty Dragons', 'Bex Carmody', 699],
    ['The Big Book of Paper Planes', 'Otis Renner', 899],
    ['Kitchen Science for Rainy Days', 'Dr. Fay Lindqvist', 1099],
    ['Secret Codes and Ciphers', 'Otis Renner', 799],
    ['Maps to Color: North America', 'Bex Carmody', 599],
    ['Origami Zoo', 'Hana Whitcombe', 949],
  ],
  Other: [
    ["Book Lover's Journal", 'Inkwell Press', 899],
    ['Teacher Planner, 12 Months', 'Inkwell Press', 1499],
    ['Reading Log Pad', 'Inkwell Press', 499],
  ],
};

/** Goods without an ISBN: [SKU, name, price in cents]. */
const MERCHANDISE = [
  ['MERCH-001', 'Glow-in-the-Dark Bookmark', 199],
  ['MERCH-002', 'Dragon Eraser', 149],
  ['MERCH-003', 'Space Pen with Light', 399],
  ['MERCH-004', 'Sequin Pencil Pouch', 699],
  ['MERCH-005', 'Invisible Ink Spy Kit', 899],
  ['MERCH-006', 'Fair Poster: Read to the Moon', 500],
  ['MERCH-007', 'Scratch Art Cards', 599],
  ['MERCH-008', 'Clip-On Reading Lamp', 1_199],
] as const;

/** Titles that are never taxed: giveaways of a church or a school. */
const NOT_TAXABLE = new Set([
  'Psalms for Small Hands',
  "A Child's Book of Saints' Days",
  'Reading Log Pad',
]);

/** The catalog of the invented company. */
export const TITLES = [
  ...Object.entries(BOOKS)
    .flatMap(([category, books]) => books.map((book) => [category as Category, ...book] as const))
    .map(([category, title, author, priceCents], index) => {
      const isbn13 = isbn13From(`97989990${String(1_040 + index * 7).padStart(4, '0')}`);
      const warehouseQty = 180 + ((index * 37) % 160);
      const taxable = !NOT_TAXABLE.has(title);
      return { sku: isbn13, isbn13, title, author, category, priceCents, taxable, warehouseQty };
    }),
  ...MERCHANDISE.map(([sku, title, priceCents], index) => ({
    sku,
    isbn13: '',
    title,
    author: '',
    category: 'Merchandise' as const,
    priceCents,
    taxable: true,
    warehouseQty: 260 + index * 20,
  })),
];

/** Makes any number of further titles; one in twelve has no ISBN, one in twenty is not taxed. */
export function makeTitles(count: number, random: Random) {
  return Array.from({ length: count }, (_, index) => {
    const isbn13 = index % 12 === 11 ? null : isbn13From(`97986${String(index).padStart(7, '0')}`);
    const word = (words: readonly string[], at: number) => words[Math.floor(at) % words.length]!;
    return {
      sku: isbn13 ?? `SKU-${String(index).padStart(5, '0')}`,
      isbn13,
      category: word(Category.options, index) as Category,
      taxable: index % 20 !== 19,
      priceCents: random.int(2, 18) * 100 + 99,
      title: `The ${word(ADJECTIVES, index)} ${word(NOUNS, index / 20)} ${word(ENDINGS, index / 400)}`,
      author: `${word(ADJECTIVES, index * 7)} ${word(NOUNS, index * 3)}field`,
    };
  });
}

/** Appends the check digit to twelve digits (ISO 2108). */
export function isbn13From(twelve: string): string {
  const sum = [...twelve].reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  );
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}
