import { nominalUnits } from '@pos/contract/fair-packages';
import { xlsxChunks } from '@pos/api/spreadsheets/writing/write-xlsx.ts';
import type { WrittenColumn } from '@pos/api/spreadsheets/writing/written.ts';
import { Random } from '../simulator/random.ts';
import { TITLES } from './catalog.ts';
import type { DemoFair } from './fairs.ts';

const COLUMNS: WrittenColumn[] = [
  { header: 'Carton', kind: 'text', width: 20 },
  { header: 'ISBN/SKU', kind: 'isbn' },
  { header: 'Title', kind: 'text', width: 42 },
  { header: 'Author', kind: 'text' },
  { header: 'Category', kind: 'text', width: 16 },
  { header: 'Price', kind: 'money' },
  { header: 'Quantity', kind: 'integer' },
  { header: 'Taxable', kind: 'text', width: 10 },
];
const TITLES_IN_CARTON = 6;

/**
 * Builds a fair's packing list as the warehouse sends it: a few titles per carton, about as many
 * units as its package names unless a number is given.
 */
export async function packingList(
  fair: Pick<DemoFair, 'identifier' | 'name' | 'packageOption'>,
  about = nominalUnits(fair.packageOption),
): Promise<Blob> {
  const random = new Random(`packing list ${fair.identifier}`);
  const packed = random.shuffled(TITLES).slice(0, 54);
  const average = about / packed.length;
  const rows = packed.map((title, index) => {
    const carton = `${fair.identifier}-C${String(Math.floor(index / TITLES_IN_CARTON) + 1).padStart(2, '0')}`;
    const quantity = Math.max(1, Math.round(average * (0.6 + 0.8 * random.fraction())));
    return [
      carton,
      title.sku,
      title.title,
      title.author,
      title.category,
      title.priceCents,
      quantity,
      title.taxable ? 'Y' : 'N',
    ];
  });
  const units = rows.reduce((sum, row) => sum + Number(row[6]), 0);
  const chunks: Buffer[] = [];
  const sheet = {
    name: 'Packing list',
    titleLines: ['Packing list', `${fair.name} (${fair.identifier})`],
    columns: COLUMNS,
    rows,
    totals: ['Total', null, null, null, null, null, units, null],
  };
  for await (const chunk of xlsxChunks([sheet])) chunks.push(chunk);
  return new Blob([new Uint8Array(Buffer.concat(chunks))]);
}
