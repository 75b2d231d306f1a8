import {
  DUTIES,
  EDITABLE_MODULES,
  MODULES,
  type Duty,
  type Module,
  type PermissionEntry,
  type Right,
} from '@pos/contract/permissions';
import { DUTY_WORDS } from '@pos/contract/permission-words';
import { pluralize } from '@pos/contract/values/counts';

/** Short summary of a role's rights and duties: `Sees 9 modules · edits 3 · Work a register`. */
export function roleSummary({
  rights,
  duties = [],
}: {
  rights: readonly PermissionEntry[];
  duties?: readonly Duty[] | undefined;
}): string {
  const views = rights.filter((entry) => entry.read_only).length;
  const edits = rights.filter((entry) => entry.edit).length;
  const held = [
    views > 0 && `Sees ${pluralize(views, 'module', 'modules')}`,
    edits > 0 && `edits ${edits}`,
    ...dutyLabels(duties),
  ];
  return held.filter(Boolean).join(' · ') || 'No rights';
}

/** Labels of duties. */
export function dutyLabels(duties: readonly Duty[]): string[] {
  return duties.map((duty) => DUTY_WORDS[duty].label);
}

/** Duties after checking or unchecking one, in the order of the list. */
export function withDuty(duties: readonly Duty[], duty: Duty, isOn: boolean): Duty[] {
  return DUTIES.filter((each) => (each === duty ? isOn : duties.includes(each)));
}

/** One entry per module, in menu order; modules not given have no rights. */
export function everyModule(rights: readonly PermissionEntry[]): PermissionEntry[] {
  return MODULES.map(
    (name) =>
      rights.find((entry) => entry.name === name) ?? { name, read_only: false, edit: false },
  );
}

/**
 * Rights after checking or unchecking one: Edit adds View, and removing View removes Edit (screens
 * 1.3).
 */
export function withRight(
  rights: readonly PermissionEntry[],
  module: Module,
  right: Right,
  isOn: boolean,
): PermissionEntry[] {
  return everyModule(rights).map((entry) => {
    if (entry.name !== module || (right === 'edit' && !EDITABLE_MODULES.includes(module)))
      return entry;
    if (right === 'edit') return { ...entry, edit: isOn, read_only: entry.read_only || isOn };
    return { ...entry, read_only: isOn, edit: entry.edit && isOn };
  });
}

/** Rights after checking a whole column. */
export function withColumn(
  rights: readonly PermissionEntry[],
  right: Right,
  isOn: boolean,
): PermissionEntry[] {
  return MODULES.reduce(
    (before, module) => withRight(before, module, right, isOn),
    everyModule(rights),
  );
}

/** Rights removed and added between two sets: `edit Fairs`, `view Orders`. */
export function rightsChanges(
  before: readonly PermissionEntry[],
  after: readonly PermissionEntry[],
): { removed: string[]; added: string[] } {
  const [old, now] = [heldRights(before), heldRights(after)];
  return {
    removed: old.filter((right) => !now.includes(right)),
    added: now.filter((right) => !old.includes(right)),
  };
}

/** All rights held, in menu order: `view Fairs`, `edit Fairs`. */
export function heldRights(rights: readonly PermissionEntry[]): string[] {
  return everyModule(rights).flatMap(({ name, read_only, edit }) => [
    ...(read_only ? [`view ${name}`] : []),
    ...(edit ? [`edit ${name}`] : []),
  ]);
}
