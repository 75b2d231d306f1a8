/**
 * Formats a US phone number written in any way: `(269)857-2139` is `+1 (269) 857-2139`. Returns
 * other text unchanged.
 */
export function formatPhone(phone: string): string {
  const [, area, exchange, line] = /^\+?1?\D*(\d{3})\D*(\d{3})\D*(\d{4})$/.exec(phone.trim()) ?? [];
  return area ? `+1 (${area}) ${exchange}-${line}` : phone;
}
