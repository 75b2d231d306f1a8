import type { Column } from '#web/ui/table/description.ts';

/** Column with the number of a document of the warehouse, such as R-0001. */
export const numberColumn: Column<{ number: string }> = {
  id: 'number',
  header: 'Number',
  sort: 'number',
  card: 'title',
  cell: ({ number }) => <span className="monospace semibold">{number}</span>,
};
