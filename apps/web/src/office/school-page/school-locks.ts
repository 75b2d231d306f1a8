import { SchoolSourceField, type School } from '@pos/contract/fairs/schools';
import { pluralize } from '@pos/contract/values/counts';
import { FROM_SOURCE } from '#web/ui/fields/from-source.tsx';

type Locks = Pick<School, 'sourceFields' | 'fairs'>;

/** Reason why a field cannot be changed here; undefined if it can. */
export function lockReason({ sourceFields, fairs }: Locks, name: SchoolSourceField) {
  if (sourceFields.includes(name)) return FROM_SOURCE;
  if (name === 'identifier' && fairs > 0)
    return `Fixed: ${pluralize(fairs, 'fair uses', 'fairs use')} it.`;
  return undefined;
}

/** Fields that cannot be changed here. */
export function lockedNames(school: Locks): SchoolSourceField[] {
  return SchoolSourceField.options.filter((name) => lockReason(school, name) !== undefined);
}
