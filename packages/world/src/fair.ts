import type { api } from '@pos/contract/api';
import type { Client } from '@pos/contract/client';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { NewFair } from '@pos/contract/fairs/fair-changes';
import type { NewSchool } from '@pos/contract/fairs/schools';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { xlsxChunks } from '@pos/api/spreadsheets/writing/write-xlsx.ts';
import type { WrittenColumn, WrittenSheet } from '@pos/api/spreadsheets/writing/written.ts';
import { BIBLE, HUNGER, PENCIL } from './sale.ts';

type Desk = Client<typeof api>;
/** A title on a packing list with its price in cents. */
export type Packed = {
  carton?: string;
  sku: string;
  title: string;
  author?: string;
  category?: string;
  priceCents: number;
  quantity: number;
  taxable?: boolean;
};

const ZONE = 'America/Detroit';
const STOCK: readonly Packed[] = [
  { sku: HUNGER, title: 'The Arena', category: 'Teen', priceCents: 899, quantity: 20 },
  { sku: PENCIL, title: 'Shiny Pencil', category: 'Merchandise', priceCents: 125, quantity: 50 },
  {
    sku: BIBLE,
    title: 'A Quiet Psalter',
    category: 'Faith',
    priceCents: 1200,
    quantity: 5,
    taxable: false,
  },
];
const PACKING_COLUMNS: readonly WrittenColumn[] = [
  { header: 'Carton', kind: 'text', width: 20 },
  { header: 'ISBN/SKU', kind: 'isbn' },
  { header: 'Title', kind: 'text', width: 42 },
  { header: 'Author', kind: 'text' },
  { header: 'Category', kind: 'text', width: 16 },
  { header: 'Price', kind: 'money' },
  { header: 'Quantity', kind: 'integer' },
  { header: 'Taxable', kind: 'text', width: 10 },
];

/** Adds a school in Michigan named after its identifier. */
export async function addSchool(
  { schools }: Pick<Desk, 'schools'>,
  identifier: string,
  changes: Partial<NewSchool> = {},
) {
  const place = { address: '3 Elm St', city: 'Ada', state: 'MI', zip: '49301', timeZone: ZONE };
  const name = `${identifier} Elementary`;
  return (
    await schools.add({ body: { identifier, name, ...place, factsEnabled: true, ...changes } })
  ).data;
}

/** Plans a fair from yesterday to in three days, at a new school unless one is given. */
export async function planFair(
  client: Pick<Desk, 'admins' | 'fairs' | 'schools'>,
  identifier: string,
  { school, ...changes }: Partial<NewFair> & { school?: Partial<NewSchool> } = {},
): Promise<FairDetails> {
  if (changes.schoolIdentifier === undefined) await addSchool(client, identifier, school);
  const adminId = changes.adminId ?? (await client.admins.getAdmins()).data[0]!.value;
  const day = today(school?.timeZone ?? ZONE);
  const body: NewFair = {
    schoolIdentifier: identifier,
    name: `${identifier} Book Fair`,
    address: '3 Elm St, Ada',
    startDate: addDays(day, -1),
    endDate: addDays(day, 3),
    salesTaxRate: 8.25,
    packageOption: 1,
    ...changes,
    adminId,
  };
  return (await client.fairs.add({ body })).data;
}

/** Loads a packing list into a fair. */
export async function stockFair(
  { uploads }: Pick<Desk, 'uploads'>,
  { id, identifier }: Pick<FairDetails, 'id' | 'identifier'>,
  titles: readonly Packed[] = STOCK,
): Promise<void> {
  const { data } = await uploads.bulkUpload({
    body: { kind: 'inventory', mode: 'commit', fairId: id },
    file: await packingList(identifier, titles),
    fileName: 'packing-list.xlsx',
  });
  const [wrong] = data.errors;
  if (wrong) throw new Error(`The packing list has an error in row ${wrong.row}: ${wrong.message}`);
}

/** Opens a fair: plans it and loads its stock. */
export async function openFair(
  client: Pick<Desk, 'admins' | 'fairs' | 'schools' | 'uploads'>,
  identifier: string,
  changes: Parameters<typeof planFair>[2] = {},
  titles: readonly Packed[] = STOCK,
): Promise<FairDetails> {
  const fair = await planFair(client, identifier, changes);
  await stockFair(client, fair, titles);
  return fair;
}

/** Writes a packing list as the warehouse sends it. */
export function packingList(
  identifier: string,
  titles: readonly Packed[],
  titleLines: readonly string[] = ['Packing list', identifier],
): Promise<Blob> {
  const rows = titles.map((each) => {
    const { carton = `${identifier}-C01`, sku, title, author = '', category = 'Other' } = each;
    const { priceCents, quantity, taxable = true } = each;
    return [carton, sku, title, author, category, priceCents, quantity, taxable ? 'Y' : 'N'];
  });
  const units = titles.reduce((sum, { quantity }) => sum + quantity, 0);
  const totals = ['Total', null, null, null, null, null, units, null];
  return workbook({ name: 'Packing list', titleLines, columns: PACKING_COLUMNS, rows, totals });
}

/** Writes a spreadsheet of one sheet. */
export async function workbook(sheet: WrittenSheet): Promise<Blob> {
  const chunks: Buffer[] = [];
  for await (const chunk of xlsxChunks([sheet])) chunks.push(chunk);
  return new Blob([new Uint8Array(Buffer.concat(chunks))]);
}
