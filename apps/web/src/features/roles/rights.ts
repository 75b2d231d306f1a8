import { EDITABLE_MODULES, MODULES, type Module, type PermissionEntry, type Right } from '@pos/contract/permissions';

/** How much a role opens, in a few words: `View 9 · Edit 3`. */
export function rightsSummary(rights: readonly PermissionEntry[]): string {
  const views = rights.filter((entry) => entry.read_only).length;
  const edits = rights.filter((entry) => entry.edit).length;
  return views + edits === 0 ? 'No rights' : [views > 0 && `View ${views}`, edits > 0 && `Edit ${edits}`].filter(Boolean).join(' · ');
}

/** One entry for each module, in the order of the menu; what is not given is not held. */
export function everyModule(rights: readonly PermissionEntry[]): PermissionEntry[] {
  return MODULES.map((name) => rights.find((entry) => entry.name === name) ?? { name, read_only: false, edit: false });
}

/** Rights after ticking or unticking one: edit brings view with it, and without view there is no edit (screens 1.3). */
export function withRight(rights: readonly PermissionEntry[], module: Module, right: Right, isOn: boolean): PermissionEntry[] {
  return everyModule(rights).map((entry) => {
    if (entry.name !== module || (right === 'edit' && !EDITABLE_MODULES.includes(module))) return entry;
    if (right === 'edit') return { ...entry, edit: isOn, read_only: entry.read_only || isOn };
    return { ...entry, read_only: isOn, edit: entry.edit && isOn };
  });
}

/** Rights after ticking a whole column. */
export function withColumn(rights: readonly PermissionEntry[], right: Right, isOn: boolean): PermissionEntry[] {
  return MODULES.reduce((before, module) => withRight(before, module, right, isOn), everyModule(rights));
}

/** What is taken away and given between two sets of rights: `edit Fairs`, `view Orders`. */
export function rightsChanges(before: readonly PermissionEntry[], after: readonly PermissionEntry[]): { removed: string[]; added: string[] } {
  const [old, now] = [heldRights(before), heldRights(after)];
  return { removed: old.filter((right) => !now.includes(right)), added: now.filter((right) => !old.includes(right)) };
}

function heldRights(rights: readonly PermissionEntry[]): string[] {
  return everyModule(rights).flatMap(({ name, read_only, edit }) => [...(read_only ? [`view ${name}`] : []), ...(edit ? [`edit ${name}`] : [])]);
}
