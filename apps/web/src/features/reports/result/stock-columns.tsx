import type { ReactNode } from 'react';

type OfFair = { fairIdentifier: string; fairName: string };
type OfTitle = { title: string; sku: string | null };

/** Column with a title and its number below, if it has one. */
export function titleColumn(definition: string) {
  return {
    header: 'Title',
    definition,
    cell: ({ title, sku }: OfTitle): ReactNode => (
      <span className="two item-title">
        <span className="ell" title={title}>
          {title}
        </span>
        {sku && <small className="mono">{sku}</small>}
      </span>
    ),
  };
}

/** First column of a stock report. */
export const TITLE_COLUMN = titleColumn('The title and its number.');

/** Column with a row's fair, used if there are several. */
export const FAIR_COLUMN = {
  header: 'Fair',
  definition: 'The fair that has the title.',
  cell: ({ fairName, fairIdentifier }: OfFair): ReactNode => (
    <span title={fairIdentifier}>{fairName}</span>
  ),
};

export function hasSeveralFairs(rows: readonly OfFair[]): boolean {
  return new Set(rows.map(({ fairIdentifier }) => fairIdentifier)).size > 1;
}
