/** A line of a pasted list: a code and a quantity. */
export type PastedLine = { code: string; qty: number };

/**
 * Reads pasted lines of a code and, after a tab, comma or spaces, a quantity; a line with a code
 * alone counts one unit. Lines of one code are added up. Other lines are returned as `unread`.
 */
export function readPastedTitles(text: string): { lines: PastedLine[]; unread: string[] } {
  const units = new Map<string, number>();
  const unread: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const match = /^\s*([\p{L}\d][\p{L}\d -]*?)(?:\s*[\t,;]\s*|\s+)(\d{1,4})\s*$/u.exec(line);
    const code = (match?.[1] ?? line).trim();
    const qty = Number(match?.[2] ?? 1);
    if (!/^[\p{L}\d -]{3,40}$/u.test(code) || qty < 1) unread.push(line.trim());
    else units.set(code, (units.get(code) ?? 0) + qty);
  }
  return { lines: [...units].map(([code, qty]) => ({ code, qty })), unread };
}
