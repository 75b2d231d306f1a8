import { listQuery } from '@pos/contract/values';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../testing/render-page.tsx';
import { CellField } from './cell-field.tsx';
import { DataTable } from '../data-table.tsx';
import type { Column } from '../description.ts';

type Book = { id: string; title: string; price: string; stock: string };

const BooksQuery = listQuery(['title'], 'title', {});

/** A list of three books whose price and stock are edited in place; 13 cannot be saved. */
function booksPage() {
  const books: Book[] = ['Holes', 'Matilda', 'Wonder'].map((title, at) => ({
    id: title,
    title,
    price: `${at + 7}.00`,
    stock: `${at + 3}`,
  }));
  const saved: string[] = [];
  const edited = (key: 'price' | 'stock'): Column<Book> => ({
    id: key,
    header: key,
    align: 'right',
    cell: (book) => book[key],
    edit: {
      what: key,
      Field: ({ row: book, label, close }) => (
        <CellField
          label={label}
          text={book[key]}
          inputMode="decimal"
          check={(text) => (/^[\d.]+$/.test(text) ? undefined : `${text} is no number.`)}
          save={async (text) => {
            await new Promise((done) => setTimeout(done, 50));
            if (text === '13') throw new TypeError('offline');
            book[key] = text;
            saved.push(`${book.title} ${key} ${text}`);
          }}
          close={close}
        />
      ),
    },
  });
  const columns: readonly Column<Book>[] = [
    { id: 'title', header: 'Title', cell: ({ title }) => title },
    edited('price'),
    edited('stock'),
  ];
  const data = { results: books, page: 1, limit: 10, totalPages: 1, totalResults: 3 };
  const Page = () => (
    <DataTable
      name="books"
      schema={BooksQuery}
      list={(query) => ({ queryKey: ['books', query], queryFn: async () => ({ data }) })}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ title }) => title}
      empty={{ title: 'No books' }}
    />
  );
  return { Page, saved };
}

const pencil = (name: string) => page.getByRole('button', { name });
const field = (name: string) => page.getByRole('textbox', { name });
const boxes = () =>
  [...document.querySelectorAll('tr, td')].map((each) =>
    JSON.stringify(each.getBoundingClientRect()),
  );

describe('an editable cell', () => {
  test('Enter goes down a column and Tab along the cells, saving what changed, and nothing moves', async () => {
    const { Page, saved } = booksPage();
    await renderPage(Page);
    await expect.element(pencil('Edit price of Holes')).toBeInTheDocument();
    // The columns are fitted again whenever a font arrives.
    await Promise.all(Array.from(document.fonts, (font) => font.load()));
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const before = boxes();
    pencil('Edit price of Holes').query()?.focus();
    await userEvent.keyboard('{F2}');
    await expect.element(field('Price of Holes')).toHaveFocus();
    expect(boxes()).toEqual(before);
    await userEvent.keyboard('5.50{Enter}');
    await expect.element(field('Price of Matilda')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Price of Wonder')).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(field('Stock of Matilda')).toHaveFocus();
    await userEvent.keyboard('40{Tab}');
    await expect.element(field('Price of Wonder')).toHaveFocus();
    await userEvent.keyboard('1{Escape}');
    await expect.element(pencil('Edit price of Wonder')).toHaveFocus();
    await expect.poll(() => saved).toEqual(['Holes price 5.50', 'Matilda stock 40']);
    await expect.element(field('Price of Holes')).not.toBeInTheDocument();
  });

  test('a text that is wrong or refused stays, with its message, and loses nothing', async () => {
    const { Page, saved } = booksPage();
    await renderPage(Page);
    await pencil('Edit stock of Wonder').click();
    await userEvent.keyboard('x{Enter}');
    await expect.element(field('Stock of Wonder')).toHaveFocus();
    await expect.element(field('Stock of Wonder')).toHaveAccessibleDescription('x is no number.');
    await userEvent.keyboard('{Backspace}13{Enter}');
    await expect
      .element(field('Stock of Wonder'))
      .toHaveAccessibleDescription(
        'The server did not answer. Check the connection and try again.',
      );
    await expect.element(field('Stock of Wonder')).toHaveValue('13');
    await userEvent.keyboard('{Backspace}4{Enter}');
    await expect.element(pencil('Edit stock of Wonder')).toHaveFocus();
    expect(saved).toEqual(['Wonder stock 14']);
  });

  test('a double click opens it, and leaving it saves', async () => {
    const { Page, saved } = booksPage();
    await renderPage(Page);
    await page.getByText('8.00').dblClick();
    await expect.element(field('Price of Matilda')).toHaveFocus();
    await userEvent.keyboard('6.25');
    await userEvent.click(document.body);
    await expect.poll(() => saved).toEqual(['Matilda price 6.25']);
    await expect.element(field('Price of Matilda')).not.toBeInTheDocument();
  });
});
