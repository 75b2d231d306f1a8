import {
  PRICE_COLUMNS,
  REQUIRED_PRICE_COLUMNS,
  type PriceColumn,
} from '@pos/contract/title-columns';
import type { ColumnRule } from '#api/spreadsheets/header.ts';
import type { ColumnNote } from '../template.ts';
import { TITLE_ALIASES, TITLE_NOTES } from '../titles/columns.ts';

const ALIASES: Partial<Record<PriceColumn, readonly string[]>> = {
  ...TITLE_ALIASES,
  Season: ['Season Code', 'Price List', 'Semester'],
  Price: ['Season Price', ...(TITLE_ALIASES.Price ?? [])],
};

export const priceColumns: ColumnRule<PriceColumn>[] = PRICE_COLUMNS.map((name) => ({
  name,
  header: name,
  required: (REQUIRED_PRICE_COLUMNS as readonly string[]).includes(name),
  aliases: ALIASES[name] ?? [],
}));

/** Column notes for the template's second sheet. */
export const PRICE_NOTES: Record<PriceColumn, ColumnNote> = {
  SKU: TITLE_NOTES.SKU,
  ISBN: TITLE_NOTES.ISBN,
  UPC: TITLE_NOTES.UPC,
  Title: { required: 'No', rule: 'For reading only.', example: 'Flowers for Algernon' },
  'Catalog Price': { required: 'No', rule: 'For reading only.', example: '18.99' },
  Season: { required: 'Yes', rule: 'Such as Fall 2026 or 2026-fall.', example: 'Fall 2026' },
  Price: {
    required: 'No',
    rule: '0.01 to 999.99. A blank one changes nothing. Fairs that have the title keep their prices.',
    example: '16.99',
  },
};
