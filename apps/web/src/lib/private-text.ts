/** Amount as `formatCents` and `plainCents` write it, also shortened on an axis: `−$1.2k`. */
const AMOUNT = /[−-]?\$\d[\d,]*(?:\.\d+)?[kKM]?/g;
/** Text that style sheets blur, or that nobody sees. */
const DONE = '[data-private], [data-part=amount], script, style';
const NAME = 'private';

/**
 * Hides the amounts in all text of the page, now and after each change, without touching the
 * layout; returns how to stop. Parts that cannot be hidden by themselves (text of drawings, or any
 * text in a browser without custom highlights) are blurred with the element around them.
 */
export function hideAmounts(): () => void {
  const ranges = 'highlights' in CSS ? new Highlight() : undefined;
  if (ranges) CSS.highlights.set(NAME, ranges);
  let blurred = new Set<Element>();
  const hide = (): void => {
    ranges?.clear();
    const now = new Set<Element>();
    for (const text of textsOfPage()) {
      const around = text.parentElement;
      if (!around || !text.data.includes('$') || around.closest(DONE)) continue;
      for (const { index, 0: amount } of text.data.matchAll(AMOUNT)) {
        if (ranges && !(around instanceof SVGElement)) ranges.add(rangeOf(text, index, amount));
        else now.add(around);
      }
    }
    for (const element of blurred) if (!now.has(element)) element.removeAttribute('data-amount');
    for (const element of now) element.setAttribute('data-amount', '');
    blurred = now;
  };
  const observer = new MutationObserver(hide);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  document.addEventListener('mouseover', withoutTooltip, { capture: true });
  hide();
  return () => {
    observer.disconnect();
    document.removeEventListener('mouseover', withoutTooltip, { capture: true });
    CSS.highlights?.delete(NAME);
    for (const element of blurred) element.removeAttribute('data-amount');
  };
}

function* textsOfPage(): Generator<Text> {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) yield walker.currentNode as Text;
}

function rangeOf(text: Text, start: number, { length }: string): StaticRange {
  return new StaticRange({
    startContainer: text,
    startOffset: start,
    endContainer: text,
    endOffset: start + length,
  });
}

/** Keeps the tooltip of the element under the pointer from showing what is hidden. */
function withoutTooltip({ target }: MouseEvent): void {
  const titled = target instanceof Element ? target.closest<HTMLElement>('[title]') : null;
  const title = titled?.title;
  if (!titled || !title) return;
  const isAboutPrivate =
    title.search(AMOUNT) >= 0 || titled.matches(':is([data-private] *, :has([data-private]))');
  if (!isAboutPrivate) return;
  titled.removeAttribute('title');
  titled.addEventListener('mouseleave', () => titled.setAttribute('title', title), { once: true });
}
