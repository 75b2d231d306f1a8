import { pageAddress } from '@pos/contract/addresses';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { allows, edit, holds, type Rights } from '@pos/contract/permissions';
import type { SearchHit, SearchKind } from '@pos/contract/office/search';
import { pluralize } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import type { AnyMatch, FoundRecord } from './search.queries.ts';

/** Rights of the person who searches, and the fair selected in the panel. */
type Searcher = { rights: Rights; fairId: string | undefined };

/** Parts of a result that depend on its kind. Blank details are left out. */
type HitParts = {
  label: string;
  details: readonly (string | false | null)[];
  link: string;
  amountCents?: number;
};

/** Converts a record to a search result; undefined if the rights open no page that shows it. */
export function toHit(found: AnyMatch, searcher: Searcher): SearchHit | undefined {
  const parts = findParts(found, searcher);
  return (
    parts && {
      id: found.id,
      label: parts.label,
      detail: parts.details.filter(Boolean).join(' · '),
      amountCents: parts.amountCents ?? null,
      link: parts.link,
      exact: found.isExact,
    }
  );
}

function findParts<Kind extends SearchKind>(
  found: FoundRecord<Kind>,
  searcher: Searcher,
): HitParts | undefined {
  return HITS[found.kind](found, searcher);
}

/** Label, details and link of a result, by its kind. */
const HITS: {
  [Kind in SearchKind]: (found: FoundRecord<Kind>, searcher: Searcher) => HitParts | undefined;
} = {
  fair: ({ id, facts: { name, identifier, schoolName, startDate } }) => ({
    label: name,
    details: [schoolName, identifier, formatDay(startDate)],
    link: pageAddress('fair-details', { id }),
  }),

  school: ({ id, facts: { name, city, state, fairs } }) => ({
    label: name,
    details: [`${city}, ${state}`, pluralize(fairs, 'fair')],
    link: pageAddress('school-details', { id }),
  }),

  order: ({ id, facts }) => ({
    label: facts.number,
    details: [
      facts.state === 'held' && 'Held order',
      facts.state === 'voided' && 'Voided',
      facts.fairName,
      formatDay(facts.businessDay),
    ],
    link:
      facts.state === 'held'
        ? pageAddress('orders', { view: 'held', search: facts.number, state: facts.heldState })
        : pageAddress('orders', { order: id }),
    amountCents: facts.totalCents,
  }),

  payment: ({ id, facts }) => ({
    label: [
      PAYMENT_METHODS[facts.method],
      facts.checkNumber && `no. ${facts.checkNumber}`,
      facts.cardLast4 && `ending ${facts.cardLast4}`,
    ]
      .filter(Boolean)
      .join(' '),
    details: [
      facts.orderNumber ?? 'eWallet top-up',
      facts.status.replaceAll('_', ' '),
      formatDay(facts.businessDay),
    ],
    link: pageAddress('payments', { payment: id }),
    amountCents: facts.amountCents,
  }),

  student: ({ id, facts: { number, firstName, lastName, grade, teacher, schoolName } }) => ({
    label: `${firstName} ${lastName}`.trim(),
    details: [grade && `Grade ${grade}`, teacher, schoolName, number],
    link: pageAddress('students', { student: id }),
  }),

  title: ({ id, facts }, searcher) => {
    const link = titleLink(id, facts, searcher);
    return link === undefined
      ? undefined
      : { label: facts.title, details: [facts.author, facts.sku], link };
  },

  device: ({ id, facts: { deviceId, name } }, { rights }) => ({
    label: deviceId,
    details: [name !== deviceId && name],
    link: allows(edit('Devices'), rights)
      ? pageAddress('edit-device', { id })
      : pageAddress('devices', { search: deviceId }),
  }),

  carton: ({ facts: { code, fairId, fairName } }) => ({
    label: code,
    details: [fairName],
    link: pageAddress('fair-details', { id: fairId, tab: 'cartons', search: code }),
  }),

  user: ({ id, facts: { name, email, roleName } }, { rights }) => ({
    label: name,
    details: [email, roleName],
    link: allows(edit('Users'), rights)
      ? pageAddress('edit-user', { id })
      : pageAddress('users', { search: email }),
  }),
};

/** Links a title to the selected fair that has it, else to its own page, else to any fair. */
function titleLink(
  id: string,
  { sku, fairId: fairOfTitle }: FoundRecord<'title'>['facts'],
  { rights, fairId }: Searcher,
): string | undefined {
  const isHere =
    fairOfTitle !== null && fairOfTitle === fairId && holds(rights, 'Fair Inventory', 'read_only');
  if (!isHere && holds(rights, 'All Inventory', 'read_only'))
    return pageAddress('title-details', { id });
  return fairOfTitle === null
    ? undefined
    : pageAddress('fair-inventory', { fairId: fairOfTitle, search: sku });
}
