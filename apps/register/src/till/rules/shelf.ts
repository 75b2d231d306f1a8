import type { Catalog, CatalogTitle, RegisterStudent } from '@pos/contract/sales/register-catalog';
import type { Instant } from '@pos/contract/values';
import type { SoldLine } from '@pos/contract/sales/register-orders';
import { toCodes, studentsByNumber, titlesByCode } from './scan.ts';
import { find, toIndex, type SearchIndex } from './search.ts';
import type { TitleView } from '../till.ts';

/** The catalog on this device. `fetchedAt` is the server's time, before which it knew the sales. */
export type StoredCatalog = Catalog & { etag: string | null; fetchedAt: Instant };
/** The students of the fair's school on this device. */
export type StoredStudents = { fairIdentifier: string; students: RegisterStudent[] };

/** Puts changes into a catalog: changed titles take the place of their old ones. */
export function withChanges(before: StoredCatalog, changes: StoredCatalog): StoredCatalog {
  if (changes.titles.length === 0) return { ...changes, titles: before.titles };
  const titles = new Map(before.titles.map((title) => [title.sku, title]));
  for (const title of changes.titles) titles.set(title.sku, title);
  return { ...changes, titles: [...titles.values()] };
}

/** True if nothing is different but the time and the cursor of its reading. */
export function isSameButForTime(one: StoredCatalog, other: StoredCatalog): boolean {
  const toRest = ({ fair, settings }: StoredCatalog) => JSON.stringify([fair, settings]);
  return one.titles === other.titles && toRest(one) === toRest(other);
}

/** Returns the state of a title's stock as a cashier needs it. */
export function getStock(
  left: number,
  { shipAvailable }: Pick<CatalogTitle, 'shipAvailable'>,
  lastCopyThreshold: number,
): TitleView['stock'] {
  if (left > 0) return left <= lastCopyThreshold ? 'last_copy' : 'here';
  return shipAvailable > 0 ? 'sold_out_ships' : 'sold_out';
}

const indexTitles = (titles: readonly CatalogTitle[]): SearchIndex<CatalogTitle> =>
  toIndex(
    titles.filter(({ active }) => active),
    ({ title, author = '', sku, isbn13, upc }) =>
      `${title} ${author} ${sku} ${isbn13 ?? ''} ${upc ?? ''}`,
  );

const indexStudents = (students: readonly RegisterStudent[]): SearchIndex<RegisterStudent> =>
  toIndex(
    students,
    ({ firstName, lastName, studentNumber, grade, teacher }) =>
      `${firstName} ${lastName} ${studentNumber} ${grade} ${teacher}`,
  );

/** Makes something when it is first needed: a register that starts needs no search yet. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Titles and students of a fair, ready to be found by scanner and by words. */
export class Shelf {
  readonly catalog: StoredCatalog | null;
  readonly students: readonly RegisterStudent[];
  readonly #byCode: () => Map<string, CatalogTitle>;
  readonly #byNumber: () => Map<string, RegisterStudent>;
  readonly #titles: () => SearchIndex<CatalogTitle>;
  readonly #students: () => SearchIndex<RegisterStudent>;
  /** Copies taken from the table that the catalog does not know of. */
  #taken = new Map<string, number>();

  /** Takes over from the shelf `before` everything that has not changed since. */
  constructor(catalog: StoredCatalog | null, students: readonly RegisterStudent[], before?: Shelf) {
    this.catalog = catalog;
    this.students = students;
    if (before?.catalog && before.catalog.titles === catalog?.titles)
      [this.#byCode, this.#titles] = [before.#byCode, before.#titles];
    else {
      const titles = catalog?.titles ?? [];
      [this.#byCode, this.#titles] = [
        once(() => titlesByCode(titles)),
        once(() => indexTitles(titles)),
      ];
    }
    if (before?.students === students)
      [this.#byNumber, this.#students] = [before.#byNumber, before.#students];
    else
      [this.#byNumber, this.#students] = [
        once(() => studentsByNumber(students)),
        once(() => indexStudents(students)),
      ];
  }

  /** Notes the copies of sales that the catalog does not know of. */
  setTaken(lines: Iterable<Pick<SoldLine, 'sku' | 'quantity' | 'fulfilment'>>): void {
    this.#taken = new Map();
    for (const { sku, quantity, fulfilment } of lines)
      if (sku !== null && fulfilment === 'in_person')
        this.#taken.set(sku, (this.#taken.get(sku) ?? 0) + quantity);
  }

  title(sku: string): CatalogTitle | undefined {
    const title = this.#byCode().get(sku.toUpperCase());
    return title?.sku === sku ? title : this.catalog?.titles.find((each) => each.sku === sku);
  }

  titleOfScan(text: string): CatalogTitle | undefined {
    for (const code of toCodes(text)) {
      const title = this.#byCode().get(code);
      if (title) return title;
    }
    return undefined;
  }

  student(number: string): RegisterStudent | undefined {
    return this.#byNumber().get(number);
  }

  findTitles(text: string, limit: number): TitleView[] {
    return find(this.#titles(), text, { limit }).map((title) => this.view(title));
  }

  findStudents(text: string, limit: number): RegisterStudent[] {
    return find(this.#students(), text, { limit, beginnings: true });
  }

  /** Returns a title with the copies that are left on the table. */
  view(title: CatalogTitle): TitleView {
    const left = Math.max(0, title.onHand - (this.#taken.get(title.sku) ?? 0));
    const threshold = this.catalog?.settings.lastCopyThreshold ?? 0;
    return { ...title, left, stock: getStock(left, title, threshold) };
  }
}
