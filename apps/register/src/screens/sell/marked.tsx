/** A text with the beginnings of its words that were typed marked. */
export function Marked({ text, words }: { text: string; words: string }) {
  const typed = words.trim().split(/\s+/).filter(Boolean).map(escaped);
  if (typed.length === 0) return text;
  const parts = text.split(new RegExp(`((?<![\\p{L}\\p{N}])(?:${typed.join('|')}))`, 'giu'));
  return parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}

function escaped(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
