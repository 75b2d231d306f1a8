import { holds, type Rights } from '@pos/contract/permissions';
import {
  MAX_HITS,
  SEARCH_KINDS,
  SearchKind,
  type SearchGroup,
  type SearchQuery,
} from '@pos/contract/office/search';
import type { Db } from '#api/db/db.ts';
import { toHit } from './hits.rules.ts';
import { findRecords } from './search.queries.ts';
import { readSought } from './search.rules.ts';

/** Kinds whose exact matches stand before those of all others: what staff look up all day. */
const SALES: readonly SearchKind[] = ['order', 'payment'];

/**
 * Searches records whose module `rights` may read, grouped by kind. Kinds with an exact match come
 * first, among them orders and payments.
 */
export async function search(
  db: Db,
  rights: Rights,
  { q, fairId }: SearchQuery,
): Promise<SearchGroup[]> {
  const readable = SearchKind.options.filter((kind) =>
    SEARCH_KINDS[kind].some((module) => holds(rights, module, 'read_only')),
  );
  if (readable.length === 0) return [];
  const found = await findRecords(db, readable, readSought(q), fairId);
  const groups = readable.flatMap((kind): SearchGroup[] => {
    const hits = found
      .filter((record) => record.kind === kind)
      .flatMap((record) => toHit(record, { rights, fairId }) ?? []);
    return hits.length > 0
      ? [{ kind, hits: hits.slice(0, MAX_HITS), more: hits.length > MAX_HITS }]
      : [];
  });
  const isExact = ({ hits }: SearchGroup) => hits.some(({ exact }) => exact);
  const exact = groups.filter(isExact);
  return [
    ...exact.filter(({ kind }) => SALES.includes(kind)),
    ...exact.filter(({ kind }) => !SALES.includes(kind)),
    ...groups.filter((group) => !isExact(group)),
  ];
}
