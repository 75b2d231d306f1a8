/** Amount as `formatCents` writes it, also shortened on an axis: `−$1.2k`. */
const AMOUNT = /[−-]?\$\d[\d,]*(?:\.\d+)?[kKM]?/g;
/** Text that style sheets blur, or that nobody sees. */
const DONE = '[data-private], [data-part=amount], script, style';
const NAME = 'private';
/** Names that are looked for in all text; a page of a list has up to 100. */
const MAX_NAMES = 200;
const MAX_NAME_LENGTH = 80;

/**
 * Hides the amounts in all text of the page, and each name that is marked anywhere also in dialogs,
 * messages and other text without a mark, now and after each change, without touching the layout;
 * returns how to stop. Parts that cannot be hidden by themselves (text of drawings, or any text in a
 * browser without custom highlights) are blurred with the element around them.
 */
export function hideAmounts(): () => void {
  const ranges = 'highlights' in CSS ? new Highlight() : undefined;
  if (ranges) CSS.highlights.set(NAME, ranges);
  const names = new MarkedNames();
  let blurred = new Set<Element>();
  const hide = (): void => {
    ranges?.clear();
    const now = new Set<Element>();
    const patterns = [AMOUNT, names.pattern()];
    for (const text of textsOfPage()) {
      const around = text.parentElement;
      if (!around || around.closest(DONE)) continue;
      for (const pattern of patterns)
        for (const { index, 0: found } of pattern ? text.data.matchAll(pattern) : []) {
          if (ranges && !(around instanceof SVGElement)) ranges.add(toRange(text, index, found));
          else now.add(around);
        }
    }
    for (const element of blurred) if (!now.has(element)) element.removeAttribute('data-amount');
    for (const element of now) element.setAttribute('data-amount', '');
    blurred = now;
  };
  const observer = new MutationObserver(hide);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  const keepTooltip = (event: MouseEvent): void => withoutTooltip(event, names.pattern());
  document.addEventListener('mouseover', keepTooltip, { capture: true });
  hide();
  return () => {
    observer.disconnect();
    document.removeEventListener('mouseover', keepTooltip, { capture: true });
    CSS.highlights?.delete(NAME);
    for (const element of blurred) element.removeAttribute('data-amount');
  };
}

/** Names that were marked on the page since the blur is on, the newest last. */
class MarkedNames {
  readonly #names = new Set<string>();
  #pattern: RegExp | undefined;

  /** Matches the names as whole words; undefined while there are none. */
  pattern(): RegExp | undefined {
    const before = this.#names.size;
    for (const { textContent } of document.querySelectorAll('[data-private]'))
      for (const name of namesIn(textContent)) this.#names.add(name);
    if (this.#names.size === before) return this.#pattern;
    const kept = [...this.#names].slice(-MAX_NAMES).toSorted((a, b) => b.length - a.length);
    this.#pattern = new RegExp(
      `(?<![\\p{L}\\d])(?:${kept.map(escapeForPattern).join('|')})(?![\\p{L}\\d])`,
      'gu',
    );
    return this.#pattern;
  }
}

const escapeForPattern = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/**
 * Full names and addresses in a marked text, also of one written `Last, First`. A single word may be
 * any word.
 */
function namesIn(text: string): string[] {
  const parts = text.trim().split(/\s*,\s*/);
  const swapped = parts.length === 2 ? [`${parts[0]}, ${parts[1]}`, `${parts[1]} ${parts[0]}`] : [];
  return [...parts, ...swapped].filter(
    (name) => name.length <= MAX_NAME_LENGTH && /^\p{L}\S*(?: +\p{L}|@)[^\d$]*$/u.test(name),
  );
}

function* textsOfPage(): Generator<Text> {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) yield walker.currentNode as Text;
}

function toRange(text: Text, start: number, { length }: string): StaticRange {
  return new StaticRange({
    startContainer: text,
    startOffset: start,
    endContainer: text,
    endOffset: start + length,
  });
}

/** Keeps the tooltip of the element under the pointer from showing what is hidden. */
function withoutTooltip({ target }: MouseEvent, names: RegExp | undefined): void {
  const titled = target instanceof Element ? target.closest<HTMLElement>('[title]') : null;
  const title = titled?.title;
  if (!titled || !title) return;
  const isAboutPrivate =
    title.search(AMOUNT) >= 0 ||
    (names !== undefined && title.search(names) >= 0) ||
    titled.matches(':is([data-private] *, :has([data-private]))');
  if (!isAboutPrivate) return;
  titled.removeAttribute('title');
  titled.addEventListener('mouseleave', () => titled.setAttribute('title', title), { once: true });
}
