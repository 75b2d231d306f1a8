import type { ReactNode } from 'react';

type TableHeadProps = {
  /** Names of the columns; `right` for figures. */
  heads: readonly (string | { right: string })[];
  /** Heads after the others. */
  children?: ReactNode;
};

/** Heads of a plain table's columns. */
export function TableHead({ heads, children }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {heads.map((head) =>
          typeof head === 'string' ? (
            <th key={head} scope="col">
              {head}
            </th>
          ) : (
            <th key={head.right} scope="col" className="align-right">
              {head.right}
            </th>
          ),
        )}
        {children}
      </tr>
    </thead>
  );
}

/** Head of a column of buttons, named only to those who cannot see it. */
export function HiddenHead({ children }: { children: string }) {
  return (
    <th scope="col">
      <span className="visually-hidden">{children}</span>
    </th>
  );
}
