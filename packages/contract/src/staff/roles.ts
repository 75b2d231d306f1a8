import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import {
  Duty,
  DUTIES,
  fresh,
  Module,
  PermissionEntry,
  signedIn,
  superAdmin,
} from '../permissions.ts';
import {
  clearable,
  dataSchema,
  Day,
  Done,
  Id,
  Instant,
  listSchema,
  listQuery,
  OptionsQuery,
  RecordOption,
  text,
  Version,
} from '../values.ts';

const fields = {
  name: text(2, 30, 'Role name must have 2 to 30 characters.', 'Enter a role name.'),
  description: text(1, 255, 'Description is required.'),
  /** Modules that are left out get no right; edit is stored for Users, Devices and Fairs only. */
  rights: z
    .array(PermissionEntry)
    .max(11)
    .refine(
      (rights) => new Set(rights.map(({ name }) => name)).size === rights.length,
      'List each module once.',
    ),
  /** If left out: none for a new role, unchanged for an existing one. */
  duties: clearable(
    z
      .array(Duty)
      .max(DUTIES.length)
      .refine((duties) => new Set(duties).size === duties.length, 'List each duty once.'),
    [],
  ),
  /** Day from which people with this role need a second factor. */
  factorRequiredFrom: Day.nullable().optional(),
};

/** Request to add a role (specification 5). */
export const NewRole = z.strictObject(fields);
export type NewRole = z.infer<typeof NewRole>;
export const RoleChanges = z.strictObject({ ...fields, version: Version });
export type RoleChanges = z.infer<typeof RoleChanges>;

/**
 * A role: the rights and duties of its admins. `isSystem` marks SUPER_ADMIN, which cannot be
 * changed.
 */
export const Role = z.strictObject({
  id: Id,
  name: z.string(),
  description: z.string(),
  isSystem: z.boolean(),
  rights: z.array(PermissionEntry),
  duties: z.array(Duty),
  factorRequiredFrom: Day.nullable(),
  /** Number of admins with this role. */
  people: z.int(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Role = z.infer<typeof Role>;

export const RolesQuery = listQuery(['name', 'people', 'updatedAt'], 'name', {});
export type RolesQuery = z.output<typeof RolesQuery>;

/** A template for new roles; it is copied, never shared (domain 3.2). */
export const MasterRole = z.strictObject({
  name: z.string(),
  description: z.string(),
  isSystem: z.boolean(),
  rights: z.array(PermissionEntry),
  duties: z.array(Duty),
});
export type MasterRole = z.infer<typeof MasterRole>;

/** A module with its possible rights, and the pages that each opens. */
export const ModuleWithRights = z.strictObject({
  name: Module,
  read_only: z.boolean(),
  edit: z.boolean(),
  readPages: z.array(z.string()),
  editPages: z.array(z.string()),
});
export type ModuleWithRights = z.infer<typeof ModuleWithRights>;

/** Request to move everybody with the role `from` to the role `to`. */
export const PeopleMove = z.strictObject({ from: Id, to: Id });

/** A role that can be assigned, with its rights and duties. `isSystem` marks SUPER_ADMIN. */
export const RoleOption = RecordOption.extend({
  isSystem: z.boolean(),
  rights: z.array(PermissionEntry),
  duties: z.array(Duty),
});
export type RoleOption = z.infer<typeof RoleOption>;

export const rolesApi = defineApi({
  list: {
    call: 'GET /v1/roles',
    place: 'seen',
    access: superAdmin,
    summary: 'List roles',
    query: RolesQuery,
    response: listSchema(Role),
  },
  add: {
    call: 'POST /v1/roles/add',
    place: 'everywhere',
    access: fresh(superAdmin),
    summary: 'Add a role',
    idempotent: true,
    body: NewRole,
    response: dataSchema(Role),
  },
  update: {
    call: 'PUT /v1/roles/update/:id',
    place: 'everywhere',
    access: fresh(superAdmin),
    summary: 'Change a role',
    body: RoleChanges,
    response: dataSchema(Role),
  },
  getById: {
    call: 'GET /v1/roles/getById/:id',
    place: 'seen',
    access: superAdmin,
    summary: 'Get a role',
    response: dataSchema(Role),
  },
  delete: {
    call: 'DELETE /v1/roles/delete/:id',
    place: 'everywhere',
    access: fresh(superAdmin),
    summary: 'Delete an unassigned role',
    response: Done,
  },
  movePeople: {
    call: 'POST /v1/roles/move-people',
    place: 'everywhere',
    access: fresh(superAdmin),
    summary: 'Move all people of a role to another role',
    body: PeopleMove,
    response: dataSchema(z.strictObject({ moved: z.int() })),
  },
  getMasterRoles: {
    call: 'GET /v1/roles/get-master-roles',
    place: 'seen',
    access: superAdmin,
    summary: 'List SUPER_ADMIN and the starting points for new roles',
    response: dataSchema(z.array(MasterRole)),
  },
  getRoles: {
    call: 'GET /v1/roles/get-roles',
    place: 'seen',
    access: signedIn,
    summary: 'List the roles that the caller may grant',
    query: OptionsQuery,
    response: dataSchema(z.array(RoleOption)),
  },
  getModulesWithRights: {
    call: 'GET /v1/roles/get-modules-with-rights',
    place: 'seen',
    access: signedIn,
    summary: 'List the modules, their rights and the pages that each opens',
    response: dataSchema(z.array(ModuleWithRights)),
  },
});
