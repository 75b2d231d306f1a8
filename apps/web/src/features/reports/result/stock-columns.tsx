import type { ReactNode } from 'react';

type OfFair = { fairIdentifier: string; fairName: string };
type OfTitle = { title: string; sku: string };

/** The first column of a report of stock: the title with its number below. */
export const TITLE_COLUMN = {
  header: 'Title',
  definition: 'The title and its number.',
  cell: ({ title, sku }: OfTitle): ReactNode => (
    <span className="two item-title">
      <span className="ell" title={title}>{title}</span>
      <small className="mono">{sku}</small>
    </span>
  ),
};

/** Which fair a row is of, where there are several. */
export const FAIR_COLUMN = { header: 'Fair', definition: 'The fair that has the title.', cell: ({ fairName, fairIdentifier }: OfFair): ReactNode => <span title={fairIdentifier}>{fairName}</span> };

export function hasSeveralFairs(rows: readonly OfFair[]): boolean {
  return new Set(rows.map(({ fairIdentifier }) => fairIdentifier)).size > 1;
}
