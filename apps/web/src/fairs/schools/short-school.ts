/** Name of a school without its kind, for tables: `St. Brendan Harbor`. The tooltip has it all. */
export function shortSchool(name: string): string {
  return name.replace(/( (Elementary|Middle|High|Community))? (School|Academy)$/, '');
}
