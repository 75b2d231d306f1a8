import { Category } from '@pos/contract/inventory';
import { isbn13From } from '../../demo/catalog.ts';
import type { Random } from '../../simulator/random.ts';
import type { RepeatableUuids } from './repeatable-uuids.ts';

export type SeasonTitle = {
  id: string;
  sku: string;
  isbn13: string | null;
  title: string;
  author: string;
  category: Category;
  priceCents: number;
  taxable: boolean;
};

const FIRST = [
  'Amber',
  'Brave',
  'Copper',
  'Distant',
  'Early',
  'Frosty',
  'Golden',
  'Hidden',
  'Inky',
  'Jolly',
  'Kindly',
  'Lonely',
  'Moonlit',
  'Noisy',
  'Odd',
  'Patient',
  'Quiet',
  'Rusty',
  'Secret',
  'Thirsty',
];
const SECOND = [
  'Acorn',
  'Bridge',
  'Canoe',
  'Dragon',
  'Engine',
  'Falcon',
  'Garden',
  'Harbor',
  'Island',
  'Juniper',
  'Kite',
  'Lantern',
  'Meadow',
  'Needle',
  'Otter',
  'Pirate',
  'Quilt',
  'River',
  'Sparrow',
  'Tunnel',
];
const THIRD = [
  'at Dawn',
  'in Winter',
  'of the North',
  'Returns',
  'and the Map',
  'Underground',
  'on Maple Street',
  'for Beginners',
];

/**
 * Generates invented titles with unique numbers; one in twelve has no ISBN, one in twenty is not
 * taxed.
 */
export function makeTitles(count: number, random: Random, keys: RepeatableUuids): SeasonTitle[] {
  return Array.from({ length: count }, (_, index) => {
    const category = Category.options[index % Category.options.length] ?? 'Other';
    const isbn13 = index % 12 === 11 ? null : isbn13From(`97986${String(index).padStart(7, '0')}`);
    return {
      id: keys.next(0),
      sku: isbn13 ?? `SKU-${String(index).padStart(5, '0')}`,
      isbn13,
      category,
      taxable: index % 20 !== 19,
      priceCents: random.int(2, 18) * 100 + 99,
      title: `The ${FIRST[index % 20]} ${SECOND[Math.floor(index / 20) % 20]} ${THIRD[Math.floor(index / 400) % 8]}`,
      author: `${FIRST[(index * 7) % 20]} ${SECOND[(index * 3) % 20]}field`,
    };
  });
}
