import { PAYMENT_METHODS } from '@pos/contract/payments';
import { allows, edit, holds, PAGES, type PageKey, type Rights } from '@pos/contract/permissions';
import {
  MAX_HITS,
  SEARCH_KINDS,
  SearchKind,
  type SearchGroup,
  type SearchHit,
  type SearchQuery,
} from '@pos/contract/search';
import type { Db } from '#api/db/db.ts';
import { dayText } from '#api/time/texts.ts';
import { findRecords, type Found } from './search.queries.ts';
import { readSought } from './search.rules.ts';

/**
 * Searches records whose module `rights` may read, grouped by kind. Kinds with an exact code come
 * first.
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
      .flatMap((record) => hitOf(record, rights, fairId) ?? []);
    return hits.length > 0
      ? [{ kind, hits: hits.slice(0, MAX_HITS), more: hits.length > MAX_HITS }]
      : [];
  });
  const isExact = ({ hits }: SearchGroup) => hits.some(({ exact }) => exact);
  return [...groups.filter(isExact), ...groups.filter((group) => !isExact(group))];
}

/** Converts a record to a search result; undefined if the rights open no page that shows it. */
function hitOf(found: Found, rights: Rights, fairId: string | undefined): SearchHit | undefined {
  const hit = (
    label: string,
    details: readonly (string | false | null)[],
    link: string,
    amountCents: number | null = null,
  ): SearchHit => ({
    id: found.id,
    label,
    detail: details.filter(Boolean).join(' · '),
    amountCents,
    link,
    exact: found.isExact,
  });
  switch (found.kind) {
    case 'fair': {
      const { name, identifier, schoolName, startDate } = found.facts;
      return hit(
        name,
        [schoolName, identifier, dayText(startDate)],
        record('fair-details', found.id),
      );
    }
    case 'school': {
      const { name, city, state, fairs } = found.facts;
      return hit(
        name,
        [`${city}, ${state}`, `${fairs} ${fairs === 1 ? 'fair' : 'fairs'}`],
        list('fairs', { schoolId: found.id }),
      );
    }
    case 'order': {
      const { number, fairName, businessDay, totalCents, state, deviceId, heldState } = found.facts;
      const link =
        state === 'held'
          ? list('orders', { view: 'held', deviceId, state: heldState })
          : list('orders', { order: found.id });
      return hit(
        number,
        [
          state === 'held' && 'Held order',
          state === 'voided' && 'Voided',
          fairName,
          dayText(businessDay),
        ],
        link,
        totalCents,
      );
    }
    case 'payment': {
      const { orderNumber, method, checkNumber, cardLast4, status, businessDay, amountCents } =
        found.facts;
      const means = [
        PAYMENT_METHODS[method],
        checkNumber ? `no. ${checkNumber}` : '',
        cardLast4 ? `ending ${cardLast4}` : '',
      ]
        .filter(Boolean)
        .join(' ');
      return hit(
        means,
        [orderNumber ?? 'eWallet top-up', status.replaceAll('_', ' '), dayText(businessDay)],
        list('payments', { payment: found.id }),
        amountCents,
      );
    }
    case 'student': {
      const { number, firstName, lastName, grade, teacher, schoolName } = found.facts;
      return hit(
        `${firstName} ${lastName}`.trim(),
        [grade && `Grade ${grade}`, teacher, schoolName, number],
        list('students', { student: found.id }),
      );
    }
    case 'title': {
      const { title, author, sku, fairId: fairOfTitle } = found.facts;
      const isHere =
        fairOfTitle !== null &&
        fairOfTitle === fairId &&
        holds(rights, 'Fair Inventory', 'read_only');
      if (!isHere && holds(rights, 'All Inventory', 'read_only'))
        return hit(title, [author, sku], list('inventory', { search: sku }));
      return fairOfTitle === null
        ? undefined
        : hit(title, [author, sku], list('fair-inventory', { fairId: fairOfTitle, search: sku }));
    }
    case 'device': {
      const { deviceId, name } = found.facts;
      return hit(
        deviceId,
        [name !== deviceId && name],
        allows(edit('Devices'), rights)
          ? record('edit-device', found.id)
          : list('devices', { search: deviceId }),
      );
    }
    case 'carton': {
      const { code, fairId: ofFair, fairName } = found.facts;
      return hit(
        code,
        [fairName],
        `${record('fair-details', ofFair)}${asked({ tab: 'cartons', search: code })}`,
      );
    }
    case 'user': {
      const { name, email, roleName } = found.facts;
      return hit(
        name,
        [email, roleName],
        allows(edit('Users'), rights)
          ? record('edit-user', found.id)
          : list('users', { search: email }),
      );
    }
  }
}

const record = (page: PageKey, id: string): string => PAGES[page].path.replace('$id', id);
const list = (page: PageKey, search: Record<string, string>): string =>
  `${PAGES[page].path}${asked(search)}`;
const asked = (search: Record<string, string>): string =>
  `?${new URLSearchParams(search).toString()}`;
