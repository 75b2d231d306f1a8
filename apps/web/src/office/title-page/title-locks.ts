import { TitleSourceField, type Title } from '@pos/contract/stock/titles';
import { FROM_SOURCE } from '#web/ui/fields/from-source.tsx';

type Locks = Pick<Title, 'sourceFields' | 'skuIsFixed'>;

/** Reason why a field cannot be changed here; undefined if it can. */
export function lockReason({ sourceFields, skuIsFixed }: Locks, name: TitleSourceField) {
  if (sourceFields.includes(name)) return FROM_SOURCE;
  if (name === 'sku' && skuIsFixed) return 'Fixed: fairs or orders have this title.';
  return undefined;
}

/** Fields that cannot be changed here. */
export function lockedNames(title: Locks): TitleSourceField[] {
  return TitleSourceField.options.filter((name) => lockReason(title, name) !== undefined);
}
