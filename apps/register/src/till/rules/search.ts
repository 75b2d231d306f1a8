import { searchText, searchWords } from '@pos/contract/values/search-text';

/** Something that can be found by words, with the text that it is found by. */
type Found<Item> = { item: Item; text: string };

export type SearchIndex<Item> = readonly Found<Item>[];

/** Texts that were prepared before: a new catalog shares all titles that did not change. */
const texts = new WeakMap<object, string>();

/** Prepares a search; `textOf` returns the words of an item, the most important ones first. */
export function toIndex<Item extends object>(
  items: readonly Item[],
  textOf: (item: Item) => string,
): SearchIndex<Item> {
  return items.map((item) => {
    const text = texts.get(item) ?? ` ${searchText(textOf(item))}`;
    texts.set(item, text);
    return { item, text };
  });
}

/**
 * Returns the items that have all words, in any order and without accents. First come those that
 * begin with the text, then those where each word begins one, then the others; with `beginnings`
 * the others are left out.
 */
export function find<Item>(
  index: SearchIndex<Item>,
  text: string,
  { limit, beginnings = false }: { limit: number; beginnings?: boolean },
): Item[] {
  const words = searchWords(text)
    .map(searchText)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const [whole, starts, others]: [Item[], Item[], Item[]] = [[], [], []];
  const start = ` ${words.join(' ')}`;
  for (const { item, text: own } of index) {
    if (!words.every((word) => own.includes(word))) continue;
    if (own.startsWith(start)) whole.push(item);
    else if (words.every((word) => own.includes(` ${word}`))) starts.push(item);
    else if (!beginnings) others.push(item);
  }
  return [...whole, ...starts, ...others].slice(0, limit);
}
