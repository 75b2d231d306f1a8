/** Text to search for: an amount without its currency sign and thousands separators. */
export function searchText(typed: string): string {
  const text = typed.trim().slice(0, 100);
  return /^\$?\d{1,3}(,?\d{3})*(\.\d{2})?$/.test(text) && /[$,]/.test(text)
    ? text.replace(/[$,]/g, '')
    : text;
}
