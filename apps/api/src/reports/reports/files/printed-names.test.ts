import { closeOutApi } from '@pos/contract/close-out/close-out';
import { daySheetsApi } from '@pos/contract/close-out/day-sheets';
import type { Call, Endpoint } from '@pos/contract/endpoint';
import { reportsApi, type SalesOrderReport } from '@pos/contract/reports/reports';
import { templatesApi } from '@pos/contract/templates/templates';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { pdfArtwork, textField, uploadArtwork } from '#testing/files/artwork.ts';
import { download } from '#testing/calls/downloads.ts';
import { packingList, uploadInventory } from '#testing/selling/inventory-file.ts';
import { missingGlyphs, textOfPdf } from '#testing/files/pdf-pages.ts';
import { HUNGER, openFair, startSelling } from '#testing/selling/sales-floor.ts';

const NAMES = {
  'Latin, Greek, Cyrillic and Vietnamese': [
    'Zoë Šimůnková-Łukasik',
    'Ἀθηνᾶ Παπαδοπούλου',
    'Юлия Щербакова',
    'Nguyễn Thị Ánh Tuyết',
  ],
  'Chinese, Japanese and Korean': [
    '北京图书馆王小明',
    '臺北圖書館陳大文',
    '東京図書館のほん・リンゴ',
    '서울 초등학교 도서관',
  ],
  'Hebrew and Arabic': ['ספריית בית הספר', 'مدرسة النور'],
};
/**
 * Composed letters only. Direction marks and the order of words in right-to-left scripts depend on
 * the PDF reader.
 */
const letters = (text: string) =>
  text.normalize('NFKC').replace(/[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');

describe('names and numbers on paper', async () => {
  const { test, floor, register } = await startSelling();
  const question = (reportType: 'SALES_ORDER_PER_ITEM' | 'SALES_SUMMARY', { fair } = floor) => ({
    reportType,
    schoolIdentifier: fair.schoolIdentifier,
    fairIdentifier: fair.identifier,
    startDate: addDays(floor.fair.startDate, -5),
    endDate: addDays(floor.fair.endDate, 5),
  });
  const readPaper = async <E extends Endpoint>(endpoint: E, call: Call<E>) =>
    (await download(test, endpoint, call)).bytes;
  const report = (reportType: 'SALES_ORDER_PER_ITEM' | 'SALES_SUMMARY', at = floor) =>
    readPaper(reportsApi.run, { query: { ...question(reportType, at), format: 'pdf' as const } });

  it.each(Object.entries(NAMES))(
    'names in %s are on every document, can be read back and are no row of boxes',
    async (_, names) => {
      const name = names.join(' / ');
      const { id } = floor.fair;
      await test.db
        .updateTable('fairs')
        .set({ name: `${name} Fair` })
        .where('id', '=', id)
        .execute();
      for (const customerName of names)
        await register.book({ customerType: 'parent', customerName, lines: [{ sku: HUNGER }] });
      const template = await uploadArtwork(test, await pdfArtwork(), `${Date.now()}.pdf`);
      const preview = {
        templateId: template.id,
        fields: [textField('school_name', 100)],
        fairId: id,
        values: { school_name: name },
      };
      const documents = {
        'order lines': await report('SALES_ORDER_PER_ITEM'),
        summary: await report('SALES_SUMMARY'),
        statement: await readPaper(closeOutApi.statement, { params: { id } }),
        'day sheet': await readPaper(daySheetsApi.get, {
          params: { id },
          query: { businessDay: today('America/Detroit'), format: 'pdf' },
        }),
        template: await readPaper(templatesApi.preview, { body: preview }),
      };
      for (const [document, pdf] of Object.entries(documents)) {
        const copied = letters((await textOfPdf(pdf)).join(' '));
        const unread = names.filter((each) => {
          const words = each.split(' ');
          return [words, words.toReversed()].every(
            (order) => !copied.includes(letters(order.join(''))),
          );
        });
        expect([document, unread, await missingGlyphs(pdf)]).toEqual([document, [], 0]);
      }
    },
  );

  it('a title that no face can print is detected by its missing glyph', async () => {
    await register.book({
      customerType: 'parent',
      customerName: 'Balloon 🎈',
      lines: [{ sku: HUNGER }],
    });
    expect(await missingGlyphs(await report('SALES_ORDER_PER_ITEM'))).toBeGreaterThan(0);
  });

  it('a report of 123 orders is a few pages, and never splits an order number or ISBN', async () => {
    const other = await openFair(test);
    const isbns = Array.from({ length: 160 }, (_, at) => isbn13(at));
    const rows = isbns.map((isbn, at) => [
      'MANY-1',
      isbn,
      `The long and winding title of book number ${at}`,
      'An Author',
      'Teen',
      8.99,
      99,
      'Y',
    ]);
    await uploadInventory(test.owner, await packingList(...rows), { fairId: other.fair.id });
    const till = await other.logIn('MANY-1');
    const orders = Array.from({ length: 123 }, (_, at) => {
      const count = 1 + (at % 5);
      const order = till.sold({
        customerType: 'parent',
        customerName: `Customer ${at} Longfellow`,
        lines: Array.from({ length: count }, () => ({ sku: HUNGER })),
      });
      return {
        ...order,
        lines: order.lines.map((line, place) => ({
          ...line,
          // Half the orders have the first title, so that its group is longer than a page.
          sku: isbns[place === 0 && at % 2 === 0 ? 0 : (at * 7 + place * 31) % 160],
        })),
      };
    });
    const results = await till.handIn(...orders);
    expect(new Set(results.map(({ result }) => result))).toEqual(new Set(['accepted']));
    const json = (await test.ask.reports.run({
      query: question('SALES_ORDER_PER_ITEM', other),
    })) as SalesOrderReport;
    expect(new Set(json.rows.map(({ orderNumber }) => orderNumber)).size).toBe(123);
    const pages = await textOfPdf(await report('SALES_ORDER_PER_ITEM', other));
    // 366 lines of 160 titles, their subtotals, and two pages of parameters.
    expect(pages.length).toBeLessThanOrEqual(20);
    const text = pages.join('\n');
    expect(text).toContain(', continued');
    for (const { orderNumber, sku } of json.rows)
      expect([text.includes(orderNumber), sku === null || text.includes(sku)]).toEqual([
        true,
        true,
      ]);
  });
});

/** Returns a book's ISBN-13 with its check digit. */
function isbn13(at: number): string {
  const digits = `978000${String(at).padStart(6, '0')}`;
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
