import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { signedIn } from '../permissions.ts';
import { dataSchema, Done, Id, Instant, text, Version } from '../values.ts';

/** Lists with selectable columns and saved views. */
export const ListKey = z.enum(
  [
    'users',
    'roles',
    'devices',
    'fairs',
    'schools',
    'payments',
    'orders',
    'held-orders',
    'students',
    'fair-inventory',
    'all-inventory',
  ],
  'This list does not exist.',
);
export type ListKey = z.infer<typeof ListKey>;

/** Ids of columns of a list: the hidden ones, or all in their order. Unknown ids are ignored. */
export const ColumnIds = z
  .array(z.string().regex(/^[A-Za-z][\w-]{0,39}$/, 'This column does not exist.'))
  .max(40);

const fields = {
  name: text(2, 40, 'Use 2 to 40 characters.'),
  /**
   * Filters and sort in the form of the list call, without `page` and, for lists that name people,
   * without `search`.
   */
  query: z.record(z.string(), z.unknown()),
  /** null: the viewer's own columns apply. */
  hiddenColumns: ColumnIds.nullable(),
  /** null: the viewer's own order, or the usual one where the view has its own columns. */
  columnOrder: ColumnIds.nullable(),
  /** True if everybody who may read the list sees it. */
  isTeam: z.boolean(),
};
/** If left out, a new view has no columns of its own and an existing one keeps them. */
const optionalColumns = {
  hiddenColumns: ColumnIds.nullable().optional(),
  columnOrder: ColumnIds.nullable().optional(),
};
export const NewView = z.strictObject({ list: ListKey, ...fields, ...optionalColumns });
export type NewView = z.infer<typeof NewView>;
export const ViewChanges = z.strictObject({ ...fields, ...optionalColumns, version: Version });
export type ViewChanges = z.infer<typeof ViewChanges>;

/**
 * A saved view of a list. `isBroken`: the list no longer accepts parts of its query; the other
 * parts still apply. `mayChange`: the caller made it or is SUPER_ADMIN.
 */
export const View = z.strictObject({
  id: Id,
  list: ListKey,
  ...fields,
  name: z.string(),
  hiddenColumns: z.array(z.string()).nullable(),
  columnOrder: z.array(z.string()).nullable(),
  madeBy: z.string(),
  isOwn: z.boolean(),
  mayChange: z.boolean(),
  isBroken: z.boolean(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type View = z.infer<typeof View>;

export const viewsApi = defineApi({
  list: {
    call: 'GET /v1/views',
    place: 'none',
    access: signedIn,
    summary: "List your own views of a list and the team's",
    description:
      "Your own first, each group by name. The team's require the right to read the list.",
    query: z.strictObject({ list: ListKey }),
    response: dataSchema(z.array(View)),
  },
  getById: {
    call: 'GET /v1/views/:id',
    place: 'none',
    access: signedIn,
    summary: 'Get a view',
    response: dataSchema(View),
  },
  add: {
    call: 'POST /v1/views',
    place: 'none',
    access: signedIn,
    summary: 'Save a view of a list',
    description: 'Requires the right to read the list.',
    body: NewView,
    response: dataSchema(View),
  },
  update: {
    call: 'PUT /v1/views/:id',
    place: 'none',
    access: signedIn,
    summary: 'Change a view',
    description: 'Only its author, and SUPER_ADMIN for views of the team.',
    body: ViewChanges,
    response: dataSchema(View),
  },
  delete: {
    call: 'DELETE /v1/views/:id',
    place: 'none',
    access: signedIn,
    summary: 'Delete a view',
    description: 'Only its author, and SUPER_ADMIN for views of the team.',
    response: Done,
  },
});
