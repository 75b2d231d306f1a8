import { createContext, use, useCallback, useEffect, useId, useState } from 'react';

/** Group of settings by its section and an ID: `money/:r1:`. */
type GroupKey = `${string}/${string}`;

type UnsavedPlace = {
  section: string;
  mark: (group: GroupKey, isUnsaved: boolean) => void;
};

/** Section of the groups below it, and the function that receives which of them are unsaved. */
export const UnsavedGroups = createContext<UnsavedPlace>({ section: '', mark: () => undefined });

/** Tells which sections have unsaved changes; `mark` is for `UnsavedGroups`. */
export function useUnsavedGroups() {
  const [groups, setGroups] = useState<ReadonlySet<GroupKey>>(new Set());
  const mark = useCallback<UnsavedPlace['mark']>((group, isUnsaved) => {
    setGroups((before) => {
      const next = new Set(before);
      next[isUnsaved ? 'add' : 'delete'](group);
      return next;
    });
  }, []);
  const isUnsaved = (section: string): boolean =>
    [...groups].some((group) => group.startsWith(`${section}/`));
  return { isUnsaved, mark };
}

/** Marks the group around it while it has unsaved changes. */
export function useMarkUnsaved(isUnsaved: boolean): void {
  const { section, mark } = use(UnsavedGroups);
  const id = useId();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    mark(`${section}/${id}`, true);
    return () => mark(`${section}/${id}`, false);
  }, [section, mark, id, isUnsaved]);
}
