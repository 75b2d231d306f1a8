import { byRecord, PROMOTED, severalOf } from '@pos/contract/list-filters';
import { RECORD_STATUS } from '@pos/contract/record-status';
import { listQuery, RecordStatus } from '@pos/contract/values';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import { renderPage } from '../../../testing/render-page.tsx';
import { formatInstant } from '@pos/contract/values/clock';
import { HERE } from '#web/lib/input/time.ts';
import { toast } from '../messages/toast.tsx';
import { ZonedTime } from '../values/zoned-time.tsx';
import { DataTable } from './data-table.tsx';
import { zoneCode } from './columns/zone-code.ts';
import type { Column } from './description.ts';

type Book = { id: string; title: string; stock: number; status: 'active' | 'inactive' };

const BOOKS: readonly Book[] = [
  { id: '1', title: 'Charlotte’s Web', stock: 12, status: 'active' },
  { id: '2', title: 'Holes', stock: 0, status: 'inactive' },
  { id: '3', title: 'Matilda', stock: 3, status: 'active' },
  ...Array.from({ length: 19 }, (_, index) => ({
    id: `${index + 4}`,
    title: `Series, volume ${index + 1}`,
    stock: 20 + index,
    status: 'active' as const,
  })),
];

const BooksQuery = listQuery(['title', 'stock'], 'title', {
  status: severalOf('Status', RecordStatus, RECORD_STATUS, PROMOTED),
  schoolId: byRecord('School', 'schools', PROMOTED),
});
type BooksQuery = z.output<typeof BooksQuery>;

const COLUMNS: readonly Column<Book>[] = [
  { id: 'title', header: 'Title', cell: ({ title }) => title, sort: 'title', card: 'title' },
  {
    id: 'stock',
    header: 'On hand',
    cell: ({ stock }) => stock,
    sort: 'stock',
    align: 'right',
    card: 'value',
  },
];
/** Answers a query from the books, as the server does. */
function findBooks(books: readonly Book[], query: BooksQuery) {
  const direction = query.sort.startsWith('-') ? -1 : 1;
  const key = query.sort.replace('-', '') as 'title' | 'stock';
  const matching = books
    .filter(({ title }) => title.toLowerCase().includes((query.search ?? '').toLowerCase()))
    .filter(({ status }) => !query.status?.length || query.status.includes(status))
    .toSorted((one, other) => (one[key] > other[key] ? direction : -direction));
  const start = (query.page - 1) * query.limit;
  return {
    data: {
      results: matching.slice(start, start + query.limit),
      page: query.page,
      limit: query.limit,
      totalPages: Math.ceil(matching.length / query.limit),
      totalResults: matching.length,
    },
  };
}

/** A list of books on its page; `answer` replaces the server's answer. */
function booksPage(
  answer = (query: BooksQuery) => Promise.resolve(findBooks(BOOKS, query)),
  columns = COLUMNS,
) {
  return function BooksPage() {
    return (
      <DataTable
        name="books"
        schema={BooksQuery}
        list={(query) => ({ queryKey: ['books', 'list', query], queryFn: () => answer(query) })}
        columns={columns}
        searchHint="Title"
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        rowLink={({ id }) => `/records/${id}`}
        rowActions={({ title }) => [
          { label: 'Retire', run: () => toast.ok(`${title} was retired`) },
        ]}
        bulk={(chosen) => [
          { label: 'Print labels', run: () => toast.ok(`${chosen.length} labels`) },
        ]}
        noMatch={({ search }) => search && <span>{`Search the attic for ${search}`}</span>}
        empty={{ title: 'No book yet', text: 'Add the first title.' }}
      />
    );
  };
}

const rowNames = () =>
  page
    .getByRole('table')
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent);

test('a list shows times of several zones by the clock of its reader, so that they are in order', async () => {
  const soldAt = ({ id }: Book) => new Date(Date.UTC(2026, 10, 20, 12, Number(id))).toISOString();
  const zone = ({ id }: Book) => (Number(id) % 2 ? 'Asia/Tokyo' : 'Pacific/Auckland');
  const sold: Column<Book> = {
    id: 'sold',
    header: 'Sold',
    zone,
    cell: (book) => <ZonedTime at={soldAt(book)} zone={zone(book)} />,
  };
  await renderPage(booksPage(undefined, [...COLUMNS, sold]));
  await expect.poll(() => rowNames().length).toBe(20);
  const times = [...page.getByRole('table').element().querySelectorAll('tbody time')];
  expect(times.slice(0, 3).map(({ textContent }) => textContent)).toEqual(
    BOOKS.slice(0, 3).map((book) => formatInstant(soldAt(book), HERE)),
  );
  await expect
    .element(page.getByRole('columnheader', { name: `Sold ${zoneCode(HERE)}` }))
    .toBeVisible();
});

describe('a list', () => {
  test('sorts by a header, the other way by a second click, and keeps both in the address', async () => {
    const { query } = await renderPage(booksPage());
    const header = page.getByRole('columnheader', { name: 'On hand' });
    await header.getByRole('button').click();
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(() => rowNames()[0]).toBe('Holes');
    await header.getByRole('button').click();
    await expect.element(header).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(() => rowNames()[0]).toBe('Series, volume 19');
    expect(query()['sort']).toBe('-stock');
  });

  test('opens again with the widths that it had, and fits them anew to a wider window', async () => {
    const widths = () =>
      page
        .getByRole('columnheader')
        .elements()
        .map((header) => Math.round(header.getBoundingClientRect().width));
    const { back } = await renderPage(booksPage());
    await expect.poll(() => rowNames().length).toBe(20);
    const before = widths();
    const measured: string[] = [];
    const observer = new MutationObserver((changes) =>
      measured.push(...changes.map(({ target }) => target.nodeName)),
    );
    observer.observe(document.body, { subtree: true, attributeFilter: ['data-measuring'] });
    await page.getByRole('link', { name: 'Holes' }).click();
    await expect.element(page.getByRole('heading', { name: 'Record' })).toBeVisible();
    back();
    await expect.poll(() => rowNames().length).toBe(20);
    expect([widths(), measured]).toEqual([before, []]);
    await page.viewport(1500, 800);
    await expect.poll(() => measured.length).toBeGreaterThan(0);
    await page.viewport(1280, 800);
    await expect.poll(widths).toEqual(before);
    observer.disconnect();
  });

  test('restores address, rows, scroll and focus on Back from the page of a row', async () => {
    const search = '?limit=10&page=2&sort=-stock&status=active';
    const { query, back } = await renderPage(booksPage(), search);
    await expect.poll(() => rowNames().length).toBe(10);
    await page.viewport(1280, 300);
    const before = [query(), rowNames()];
    const link = page.getByRole('table').getByRole('link').last();
    (link.element() as HTMLElement).focus();
    // The router saves the scroll position at most every 100 ms.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const scrolled = window.scrollY;
    expect(scrolled).toBeGreaterThan(0);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Record' })).toBeVisible();
    back();
    await expect.element(link).toHaveFocus();
    expect([query(), rowNames()]).toEqual(before);
    await expect.poll(() => window.scrollY).toBe(scrolled);
    await page.viewport(1280, 800);
  });

  test('loads a filter as its button gets the focus, and takes what is typed once it opens', async () => {
    // A browser records 250 files, which the modules of the tests exceed.
    performance.setResourceTimingBufferSize(10_000);
    const loaded = () =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('filter-body'));
    const asked: string[] = [];
    window.fetch = async (address) => {
      asked.push(String(address));
      return Response.json({ data: [] });
    };
    await renderPage(booksPage());
    await expect.poll(() => rowNames().length).toBe(20);
    expect(loaded()).toBe(false);
    (page.getByRole('button', { name: 'School' }).element() as HTMLElement).focus();
    await expect.poll(loaded).toBe(true);
    await userEvent.keyboard('{Enter}');
    const search = page.getByRole('searchbox', { name: 'Search School' });
    await expect.element(search).toHaveFocus();
    await userEvent.keyboard('12');
    await expect.poll(() => asked.at(-1)).toContain('search=12');
  });

  test('filters, says which filter is on, and goes back to the first page', async () => {
    const { query } = await renderPage(booksPage(), '?page=2');
    await expect.element(page.getByText('21–22 of 22')).toBeVisible();
    await page.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('checkbox', { name: 'Inactive' }).click();
    await expect.poll(rowNames).toEqual(['Holes']);
    expect(query()['page']).toBeUndefined();
    await expect.element(page.getByRole('button', { name: 'Clear Status' })).toBeVisible();
  });

  test('turns pages, and shows the last one for a page beyond the end', async () => {
    await renderPage(booksPage(), '?page=7');
    await expect.element(page.getByText('Page 2 of 2')).toBeVisible();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect.element(page.getByText('1–20 of 22')).toBeVisible();
  });
});

describe('the search of a list', () => {
  test('searches as one types, shows the search as a chip, and clears it', async () => {
    await renderPage(booksPage());
    await page.getByRole('searchbox', { name: 'Search' }).fill('mat');
    await expect.poll(rowNames).toEqual(['Matilda']);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(() => rowNames().length).toBe(20);
    await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  });

  test('takes no search to the page that is opened before typing has rested', async () => {
    const record = Promise.withResolvers<void>();
    const address = await renderPage(booksPage(), '', () => record.promise);
    const search = page.getByRole('searchbox', { name: 'Search' }).element() as HTMLInputElement;
    const link = page.getByRole('link', { name: 'Matilda' }).element() as HTMLElement;
    // At once, because a busy machine lets typing rest between two steps.
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
    set!.call(search, 'holes');
    search.dispatchEvent(new Event('input', { bubbles: true }));
    link.click();
    await new Promise((resolve) => setTimeout(resolve, 500));
    record.resolve();
    await expect.element(page.getByRole('heading', { name: 'Record' })).toBeVisible();
    expect([address.path(), address.query()]).toEqual(['/records/3', {}]);
  });
});

describe('selection in a list', () => {
  test('selects rows across pages, and runs a bulk action on all of them', async () => {
    await renderPage(booksPage());
    await page.getByRole('checkbox', { name: 'Select Matilda' }).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('checkbox', { name: 'Select Series, volume 9' }).click();
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Print labels' }).click();
    await expect.element(page.getByText('2 labels')).toBeVisible();
  });

  test('selects the rows between two clicks with Shift, and the whole page at once', async () => {
    await renderPage(booksPage());
    await page.getByRole('checkbox', { name: 'Select Charlotte’s Web' }).click();
    await page.getByRole('checkbox', { name: 'Select Matilda' }).click({ modifiers: ['Shift'] });
    await expect.element(page.getByText('3 selected')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await expect.element(page.getByText('20 selected')).toBeVisible();
  });

  test('moves between rows with the arrow keys, selects with Space and opens with Enter', async () => {
    const { path } = await renderPage(booksPage());
    await expect.poll(() => rowNames().length).toBe(20);
    (page.getByRole('link', { name: 'Charlotte’s Web' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}[Space]');
    await expect.element(page.getByRole('checkbox', { name: 'Select Holes' })).toBeChecked();
    await userEvent.keyboard('{Enter}');
    await expect.poll(path).toBe('/records/2');
  });

  test('opens a row that is clicked anywhere, but not from its menu', async () => {
    const { path } = await renderPage(booksPage());
    await page.getByRole('button', { name: 'Actions for Matilda' }).click();
    await page.getByRole('menuitem', { name: 'Retire' }).click();
    await expect.element(page.getByText('Matilda was retired')).toBeVisible();
    expect(path()).toBe('/');
    await page.getByRole('cell', { name: '3', exact: true }).click();
    await expect.poll(path).toBe('/records/3');
  });
});

describe('a list without rows, or on a phone', () => {
  afterEach(() => page.viewport(1280, 800));

  test('says that nothing matches and where else to search, and removes the filters', async () => {
    await renderPage(booksPage(), '?search=zebra');
    await expect.element(page.getByText('No books match')).toBeVisible();
    await expect.element(page.getByText('Search the attic for zebra')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => rowNames().length).toBe(20);
  });

  test('says what to do while it is empty, without search and filters', async () => {
    await renderPage(booksPage((query) => Promise.resolve(findBooks([], query))));
    await expect.element(page.getByText('No book yet')).toBeVisible();
    await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument();
  });

  test('says that it could not be loaded, and tries again', async () => {
    let fails = true;
    await renderPage(
      booksPage(async (query) => {
        if (fails) throw new TypeError('Failed to fetch');
        return findBooks(BOOKS, query);
      }),
    );
    const again = page.getByRole('button', { name: 'Try again' });
    await expect.element(again, { timeout: 10_000 }).toBeVisible();
    fails = false;
    await again.click();
    await expect.poll(() => rowNames().length).toBe(20);
  });

  test('is a list of cards on a phone, where nothing scrolls sideways', async () => {
    await page.viewport(390, 800);
    await renderPage(booksPage());
    const cards = page.getByRole('list', { name: 'Books' });
    await expect.element(cards.getByText('Matilda')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
