/** Formats an amount for people: `$1,234.56`, negative `-$1.23` (domain 8.1). */
export function dollars(cents: number): string {
  const amount = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}$${Math.trunc(amount / 100).toLocaleString('en-US')}.${String(amount % 100).padStart(2, '0')}`;
}

/** Formats a number with its noun: `1 order`, `2,314 orders`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
