import { randomUUID } from 'node:crypto';
import { ALL_SCHOOLS } from '@pos/contract/reports/report-query';
import { sql } from 'kysely';
import { PREPARED, type Db } from '#api/db/db.ts';
import { inPlaces } from '#api/db/places/places.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Fields that name a school or fair by its identifier. */
const IDENTIFIERS = ['schoolIdentifier', 'fairIdentifier'];

/**
 * Returns `input` with the IDs and identifiers of records of other places replaced by such that
 * nothing has, so that a call of the limited admin answers as for records that do not exist (domain
 * 7.4). Returns `input` itself if it names no such record.
 */
export async function hideOtherPlaces<Input>(
  db: Db,
  adminId: string,
  input: Input,
): Promise<Input> {
  const named = new Set<string>();
  mapNames(input, (name) => {
    named.add(name.toLowerCase());
    return name;
  });
  if (named.size === 0) return input;
  const ids = [...named].filter((name) => ID.test(name));
  const identifiers = [...named].filter((name) => !ID.test(name) && name !== ALL_SCHOOLS);
  const { rows } = await inPlaces(adminId, () =>
    sql<{ name: string }>`
      select ${PREPARED} name
      from other_places(${ids}::uuid[], ${identifiers}::text[]) name`.execute(db),
  );
  if (rows.length === 0) return input;
  const hidden = new Set(rows.map(({ name }) => name));
  const hide = (name: string): string => {
    if (!hidden.has(name.toLowerCase())) return name;
    return ID.test(name) ? randomUUID() : `${name} `;
  };
  return mapNames(input, hide) as Input;
}

/** Copies `value` with each ID and identifier replaced. */
function mapNames(value: unknown, replace: (name: string) => string, key = ''): unknown {
  if (typeof value === 'string')
    return ID.test(value) || IDENTIFIERS.includes(key) ? replace(value) : value;
  if (Array.isArray(value)) return value.map((item) => mapNames(item, replace, key));
  if (
    value === null ||
    typeof value !== 'object' ||
    Object.getPrototypeOf(value) !== Object.prototype
  )
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      mapNames(name, replace),
      mapNames(item, replace, name),
    ]),
  );
}
