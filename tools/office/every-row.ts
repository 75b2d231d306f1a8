type Page = { page: number; limit: 50 };
type Listed<Row> = { data: { results: Row[]; totalPages: number } };

/** Yields every row of a list, page by page. */
export async function* everyRow<Row>(
  list: (page: Page) => Promise<Listed<Row>>,
): AsyncGenerator<Row> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data } = await list({ page, limit: 50 });
    yield* data.results;
    pages = data.totalPages;
  }
}
