import type { ListColumns } from '../column.ts';

/** Columns of the roles list, which is not exported. */
export const ROLE_LIST = {
  name: { label: 'Role', kind: 'text', only: 'screen' },
  description: { label: 'Description', kind: 'text', only: 'screen' },
  people: { label: 'People', kind: 'text', only: 'screen' },
  rights: { label: 'Rights', kind: 'text', only: 'screen' },
  updatedAt: { label: 'Updated', kind: 'utc', only: 'screen' },
} as const satisfies ListColumns;
