import type { UploadJobResult, UploadKind, UploadResult } from '@pos/contract/imports/uploads';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import type { KeyNumber } from '#web/ui/layout/card.tsx';

type Counts = Pick<
  UploadResult,
  | 'total'
  | 'created'
  | 'updated'
  | 'unchanged'
  | 'rejected'
  | 'titles'
  | 'units'
  | 'cartons'
  | 'schools'
>;

type KindWords = {
  /** Heading of the page. */
  title: string;
  /** Title of the card that takes the file. */
  file: string;
  intro: string;
  choose: string;
  /** Outcomes of rows of kinds that do not create and update a record for each row. */
  outcomes?: Partial<Record<UploadResult['preview'][number]['outcome'], string>>;
  /** Number and noun of the imported things: "412 titles". */
  things(counts: Counts): string;
  /** Key figures of a check, or of an import that is done. */
  numbers(counts: Counts, isDone: boolean): KeyNumber[];
  /** Result of an import that wrote something. */
  imported(counts: Counts): string;
  /** Effect of undoing the import. */
  undo(counts: Counts): string;
};

const rejected = ({ rejected: rows }: Counts, isDone: boolean): KeyNumber => ({
  label: 'Rejected',
  value: formatCount(rows),
  detail:
    rows === 0 ? 'every row is valid' : isDone ? 'not imported' : 'to be corrected or skipped',
});
const unchanged = (rows: number, detail: string): KeyNumber => ({
  label: 'Unchanged',
  value: formatCount(rows),
  detail,
});

/**
 * Words of an upload that adds records and changes known ones. `foundBy` says how a known one is
 * recognized, `same` why a row changes nothing, `back` what undoing gives back.
 */
function addedAndChanged(
  one: string,
  {
    foundBy,
    same = 'already the same',
    back = 'values',
  }: { foundBy: string; same?: string; back?: string },
): Pick<KindWords, 'things' | 'numbers' | 'imported' | 'undo'> {
  const many = `${one}s`;
  const heading = many.charAt(0).toUpperCase() + many.slice(1);
  return {
    things: ({ created, updated }) => pluralize(created + updated, one),
    numbers: (counts, isDone) => [
      {
        label: isDone ? `${heading} added` : `New ${many}`,
        value: formatCount(counts.created),
        detail: `of ${pluralize(counts.total, 'row')}`,
      },
      {
        label: isDone ? `${heading} changed` : `Changed ${many}`,
        value: formatCount(counts.updated),
        detail: foundBy,
      },
      unchanged(counts.unchanged, same),
      rejected(counts, isDone),
    ],
    imported: ({ created, updated }) =>
      `${pluralize(created, `${one} is`, `${many} are`)} new, ${pluralize(updated, `${one} was`, `${many} were`)} changed.`,
    undo: ({ created, updated }) =>
      `${pluralize(created, `${one} is`, `${many} are`)} removed again, and ${pluralize(updated, `${one} gets`, `${many} get`)} the earlier ${back} back.`,
  };
}

/** Texts of the wizard for each kind of file. */
export const KIND_WORDS: Record<UploadKind, KindWords> = {
  fairs: {
    title: 'Upload fairs',
    file: 'Fairs',
    intro:
      'One row per fair, with its school, dates, tax rate, admin and package. New schools are added with their name.',
    choose: 'Choose the file of fairs',
    things: ({ created }) => pluralize(created, 'fair', 'fairs'),
    numbers: (counts, isDone) => [
      {
        label: isDone ? 'Fairs added' : 'New fairs',
        value: formatCount(counts.created),
        detail: `of ${pluralize(counts.total, 'row', 'rows')}`,
      },
      {
        label: isDone ? 'Schools added' : 'New schools',
        value: formatCount(counts.schools),
        detail: 'added with their fairs',
      },
      unchanged(counts.unchanged, 'already planned'),
      rejected(counts, isDone),
    ],
    imported: ({ created, schools }) =>
      `${pluralize(created, 'fair is', 'fairs are')} planned${schools > 0 ? `, ${pluralize(schools, 'school is', 'schools are')} new` : ''}.`,
    undo: ({ created, schools }) =>
      `${pluralize(created, 'fair is', 'fairs are')} removed again${schools > 0 ? ', and the new schools that nothing else uses' : ''}.`,
  },
  schools: {
    title: 'Upload schools',
    file: 'Schools',
    intro:
      'One row per school, by its identifier. New schools are added, known ones changed; a blank cell keeps what is there.',
    choose: 'Choose the file of schools',
    ...addedAndChanged('school', { foundBy: 'found by their identifier' }),
  },
  titles: {
    title: 'Upload titles',
    file: 'Titles',
    intro:
      'One row per title with its price, by its SKU, ISBN or UPC. New titles are added, known ones changed; a blank cell keeps what is there. Fairs keep their prices.',
    choose: 'Choose the file of titles',
    ...addedAndChanged('title', { foundBy: 'found by one of their codes' }),
  },
  students: {
    title: 'Upload students',
    file: 'Students',
    intro:
      "The school's own list, one row per student by number. New students are added, known ones changed; a blank cell keeps what is there. Students who are not in the file stay.",
    choose: 'Choose the list of students',
    ...addedAndChanged('student', { foundBy: 'found by their number' }),
  },
  prices: {
    title: 'Prices by season',
    file: 'Prices',
    intro:
      'One row per title and season, by its SKU, ISBN or UPC. A blank price changes nothing. Fairs that have a title keep its price there.',
    choose: 'Choose the file of prices',
    ...addedAndChanged('price', {
      foundBy: 'the season had another price',
      same: 'already the same, or blank',
      back: 'amount',
    }),
  },
  inventory: {
    title: 'Upload inventory',
    file: 'Packing list',
    intro:
      'The titles sent to this fair, with price, quantity and carton. Extra header lines and a total row are fine.',
    choose: 'Choose the packing list',
    outcomes: { create: 'Add units', update: 'Change price' },
    things: ({ titles }) => pluralize(titles, 'title', 'titles'),
    numbers: (counts, isDone) => [
      {
        label: isDone ? 'Titles imported' : 'Titles to import',
        value: formatCount(counts.titles),
        detail: `in ${formatCount(counts.created + counts.updated)} of ${pluralize(counts.total, 'row', 'rows')}`,
      },
      {
        label: isDone ? 'Prices changed' : 'Price changes',
        value: formatCount(counts.updated),
        detail: 'of titles already loaded',
      },
      unchanged(counts.unchanged, 'already loaded'),
      rejected(counts, isDone),
      {
        label: 'Units',
        value: formatCount(counts.units),
        detail: `in ${pluralize(counts.cartons, 'carton', 'cartons')}`,
      },
    ],
    imported: ({ titles, units, cartons }) =>
      `${pluralize(titles, 'title is', 'titles are')} imported. The file has ${pluralize(units, 'valid unit', 'valid units')} in ${pluralize(cartons, 'carton', 'cartons')}.`,
    undo: ({ titles }) =>
      `The units of ${pluralize(titles, 'title go', 'titles go')} back to the warehouse, and cartons and prices are restored. New titles stay in the catalog.`,
  },
  'return-count': {
    title: 'Upload return count',
    file: 'Return count',
    intro:
      'Returned titles of this fair: ISBN or SKU, units counted, and how many of them are damaged. Titles not listed stay uncounted.',
    choose: 'Choose the return count',
    outcomes: { create: 'Count', update: 'Count again' },
    things: ({ titles }) => pluralize(titles, 'count', 'counts'),
    numbers: (counts, isDone) => [
      {
        label: 'Counted first',
        value: formatCount(counts.created),
        detail: `of ${pluralize(counts.total, 'row', 'rows')}`,
      },
      {
        label: 'Counted again',
        value: formatCount(counts.updated),
        detail: 'the new count replaces it',
      },
      unchanged(counts.unchanged, 'same count'),
      rejected(counts, isDone),
      { label: 'Units', value: formatCount(counts.units), detail: 'came back' },
    ],
    imported: ({ titles, units }) =>
      `${pluralize(titles, 'title is', 'titles are')} counted. The file has ${pluralize(units, 'unit', 'units')}.`,
    undo: ({ titles }) =>
      `${pluralize(titles, 'title gets', 'titles get')} the earlier count back.`,
  },
  receipt: {
    title: 'Upload a sheet',
    file: 'Sheet',
    intro:
      'One row per title with its quantity, by ISBN, UPC or SKU. A title that the catalog lacks is added with its name and price.',
    choose: 'Choose the sheet',
    outcomes: { create: 'Add units' },
    things: ({ titles }) => pluralize(titles, 'title'),
    numbers: (counts, isDone) => [
      {
        label: 'Titles',
        value: formatCount(counts.titles),
        detail: `of ${pluralize(counts.total, 'row')}`,
      },
      {
        label: 'Units',
        value: formatCount(counts.units),
        detail: isDone ? 'on the receipt' : 'in the sheet',
      },
      rejected(counts, isDone),
    ],
    imported: ({ titles, units }) =>
      `${pluralize(titles, 'title is', 'titles are')} on the receipt with ${pluralize(units, 'unit')}. Nothing is in the warehouse before you book it.`,
    undo: ({ titles }) =>
      `${pluralize(titles, 'title loses', 'titles lose')} the units of this sheet. Titles that it added stay in the catalog.`,
  },
};

/** Counts of an import's job; counts not known before the job has ended are 0. */
export function uploadCounts({
  total = 0,
  created = 0,
  updated = 0,
  unchanged: same = 0,
  rejected: wrong = 0,
  titles = 0,
  units = 0,
  cartons = 0,
  schools = 0,
}: UploadJobResult): Counts {
  return {
    total,
    created,
    updated,
    unchanged: same,
    rejected: wrong,
    titles,
    units,
    cartons,
    schools,
  };
}
