import {
  DUTIES,
  EDITABLE_MODULES,
  hasDuty,
  holds,
  MODULES,
  PAGES,
  permissionEntries,
  type Duty,
  type Module,
  type PermissionEntry,
  type Right,
  type Rights,
} from '@pos/contract/permissions';
import type { MasterRole, ModuleWithRights, Role } from '@pos/contract/staff/roles';

/**
 * Returns true if the actor holds every right and duty of the role. Only SUPER_ADMIN may grant
 * SUPER_ADMIN (domain 7.3).
 */
export function mayGrant(
  actor: Rights,
  role: Pick<Role, 'isSystem' | 'rights' | 'duties'>,
): boolean {
  if (actor.isSuper) return true;
  if (!role.duties.every((duty) => hasDuty(actor, duty))) return false;
  return (
    !role.isSystem &&
    role.rights.every(
      (entry) =>
        (!entry.read_only || holds(actor, entry.name, 'read_only')) &&
        (!entry.edit || holds(actor, entry.name, 'edit')),
    )
  );
}

/**
 * Normalizes rights for storage: one entry per module, with edit only if the module has it (api.md,
 * Rights).
 */
export function storedRights(sent: readonly PermissionEntry[]): PermissionEntry[] {
  return MODULES.map((name) => {
    const entry = sent.find((candidate) => candidate.name === name);
    return {
      name,
      read_only: entry?.read_only ?? false,
      edit: (entry?.edit ?? false) && EDITABLE_MODULES.includes(name),
    };
  });
}

type Grants = { read?: readonly Module[]; edit?: readonly Module[]; duties?: readonly Duty[] };

const startingPoint = (
  name: string,
  description: string,
  { read = [], edit = [], duties = [] }: Grants,
): MasterRole => ({
  name,
  description,
  isSystem: false,
  duties: [...duties],
  rights: MODULES.map((module) => ({
    name: module,
    read_only: read.includes(module),
    edit: edit.includes(module),
  })),
});

/** Templates offered by "Add role" [?] (domain 3.2). */
export const MASTER_ROLES: readonly MasterRole[] = [
  {
    name: 'SUPER_ADMIN',
    description: 'Can see and do everything.',
    isSystem: true,
    rights: permissionEntries(true),
    duties: [...DUTIES],
  },
  startingPoint('Fair Manager', 'Plans fairs and can view everything.', {
    read: MODULES,
    edit: ['Fairs'],
  }),
  startingPoint('Operations Clerk', 'Answers the phone during fairs.', {
    read: ['Dashboard', 'Fairs', 'Orders', 'Payments', 'Students', 'Fair Inventory'],
    duties: ['work_register', 'decide_payments'],
  }),
  startingPoint('Warehouse', 'Receives, counts and ships stock.', {
    read: ['Fairs', 'Fair Inventory', 'All Inventory'],
    duties: ['scan_cartons', 'adjust_stock', 'work_warehouse'],
  }),
  startingPoint('Accountant', 'Closes out fairs to the cent.', {
    read: ['Dashboard', 'Fairs', 'Orders', 'Payments', 'Reports'],
  }),
  startingPoint('Cashier', 'Sells at the registers of a fair.', { duties: ['work_register'] }),
];

/** Returns each module with its applicable rights and the pages that each right opens. */
export function modulesWithRights(): ModuleWithRights[] {
  const opened = (module: Module, right: Right) =>
    Object.values(PAGES)
      .filter((page) => 'module' in page && page.module === module && page.right === right)
      .map(({ path }) => path);
  return MODULES.map((name) => ({
    name,
    read_only: true,
    edit: EDITABLE_MODULES.includes(name),
    readPages: opened(name, 'read_only'),
    editPages: opened(name, 'edit'),
  }));
}
