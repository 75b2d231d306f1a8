const WORD = /[\p{L}\p{N}]+/gu;

type Word = { text: string; start: number; end: number };

/**
 * Finds names in texts: whole words in their order, in any case and whatever stands between them. A
 * name of a single word is too common to look for and is left out.
 */
export class NameFinder {
  readonly #byFirst = new Map<string, string[][]>();

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const words = toWords(name).map(({ text }) => text);
      const [first] = words;
      if (first === undefined || words.length < 2) continue;
      const others = this.#byFirst.get(first) ?? [];
      others.push(words);
      this.#byFirst.set(first, others);
    }
  }

  /** Returns the names in a text with their places, leftmost and longest first. */
  find(text: string): { start: number; end: number; name: string }[] {
    if (this.#byFirst.size === 0) return [];
    const words = toWords(text);
    const found: { start: number; end: number; name: string }[] = [];
    for (let index = 0; index < words.length; index++) {
      const longest = this.#nameAt(words, index);
      if (!longest) continue;
      const last = index + longest.length - 1;
      found.push({
        start: words[index]!.start,
        end: words[last]!.end,
        name: longest.join(' '),
      });
      index = last;
    }
    return found;
  }

  /** Returns the text with each name replaced; the same text if it has none. */
  replace(text: string, by: string): string {
    let result = '';
    let from = 0;
    for (const { start, end } of this.find(text)) {
      result += text.slice(from, start) + by;
      from = end;
    }
    return result + text.slice(from);
  }

  #nameAt(words: readonly Word[], index: number): string[] | undefined {
    let longest: string[] | undefined;
    for (const name of this.#byFirst.get(words[index]!.text) ?? [])
      if (
        name.length > (longest?.length ?? 0) &&
        name.every((word, offset) => words[index + offset]?.text === word)
      )
        longest = name;
    return longest;
  }
}

/** Words of a name as it is compared: in lowercase, separated by single spaces. */
export function comparable(name: string): string {
  return toWords(name)
    .map(({ text }) => text)
    .join(' ');
}

/**
 * Returns names as they are compared, in each order that a list may write their words in: "Ann Brook
 * Lee" is also "Lee, Ann Brook" and "Brook Lee, Ann". An email address has one order.
 */
export function inAllOrders(names: Iterable<string>): Set<string> {
  const orders = new Set<string>();
  for (const name of names) {
    const words = comparable(name).split(' ');
    const starts = name.includes('@') ? 1 : words.length;
    for (let start = 0; start < starts; start++)
      orders.add([...words.slice(start), ...words.slice(0, start)].join(' '));
  }
  return orders;
}

function toWords(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    text: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));
}
