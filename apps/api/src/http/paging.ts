/** One page of a list as the contract's `listOf` has it. */
export function pageOf<Row>(results: Row[], totalResults: number, { page, limit }: { page: number; limit: number }) {
  return { data: { results, page, limit, totalPages: Math.max(1, Math.ceil(totalResults / limit)), totalResults } };
}

/** The column and direction of a sort such as `-name`. */
export function sortOf<Field extends string>(sort: Field | `-${Field}`): { field: Field; direction: 'asc' | 'desc' } {
  return sort.startsWith('-') ? { field: sort.slice(1) as Field, direction: 'desc' } : { field: sort as Field, direction: 'asc' };
}

/** A search text as a LIKE pattern that finds it anywhere, with the wildcards in it taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
