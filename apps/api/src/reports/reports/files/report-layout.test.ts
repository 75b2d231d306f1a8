import { reportsApi } from '@pos/contract/reports/reports';
import { type ReportQuery, ReportType } from '@pos/contract/reports/report-query';
import { REPORTS } from '@pos/contract/reports/list';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { describe, expect, it } from 'vitest';
import { tablePaperChunks } from '#api/pdf/table-paper.ts';
import { download } from '#testing/calls/downloads.ts';
import { fontsOfPdf, textOfPdf } from '#testing/files/pdf-pages.ts';
import { questionAbout } from '#testing/books/sales-reports.ts';
import { readAmounts, missingFrom } from '#testing/files/report-papers.ts';
import { makePersonas } from '#testing/rights/personas.ts';
import {
  BIBLE,
  HUNGER,
  PENCIL,
  refundOfOrder,
  startSelling,
  stockWarehouse,
} from '#testing/selling/sales-floor.ts';

describe('printed reports', async () => {
  const { test, floor, register } = await startSelling();
  const toQuestion = (reportType: ReportType): ReportQuery => ({
    reportType,
    ...questionAbout(floor),
  });
  const readPaper = async (reportType: ReportType, token?: string) => {
    const query = { ...toQuestion(reportType), format: 'pdf' as const };
    return (await download(test, reportsApi.run, { query }, token)).bytes;
  };

  await register.addStudent('S-1', 5_000);
  await stockWarehouse(test, PENCIL, 9);
  const shipped = { sku: PENCIL, fulfilment: 'ship_to_school' as const };
  await register.book({
    customerType: 'student',
    studentNumber: 'S-1',
    lines: [
      { ...shipped, quantity: 2 },
      { sku: HUNGER, quantity: 19 },
    ],
  });
  const other = await register.book({
    customerType: 'parent',
    customerName: 'Zoë Šimůnková',
    lines: [shipped, { sku: HUNGER }, { sku: BIBLE, quantity: 3 }],
  });
  await register.handInRefunds(
    refundOfOrder(other.sold, [{ lineNo: 3, quantity: 1, restock: true }]),
  );

  it.each(ReportType.options)(
    'prints %s with its school and state on every page and the figures of its JSON',
    async (reportType) => {
      const report = await test.ask.reports.run({ query: toQuestion(reportType) });
      const bytes = await readPaper(reportType);
      const pages = await textOfPdf(bytes);
      for (const [index, page] of pages.entries()) {
        for (const words of [
          REPORTS[reportType].title,
          `(${report.school.identifier})`,
          floor.fair.identifier,
          `${formatDay(report.range.startDate)} – ${formatDay(report.range.endDate)}, days in America/Detroit`,
          'by Account Owner',
          'Provisional: close-out open',
          `Page ${index + 1} of ${pages.length}`,
        ])
          expect(page).toContain(words);
      }
      expect(missingFrom(pages.join('\n'), readAmounts(report))).toEqual([]);
      expect(readAmounts(report).some((amount) => amount !== '$0.00')).toBe(true);
      expect((await fontsOfPdf(bytes)).every(({ embedded }) => embedded)).toBe(true);
      expect(pages.join('\n')).toContain('What the columns mean');
    },
  );

  it('prints a distribution list per teacher only for readers of Students', async () => {
    const list = (await textOfPdf(await readPaper('SHIP_TO_SCHOOL'))).find((page) =>
      page.includes('Distribution list: Grade 3, Ms. Oak'),
    );
    expect(list).toContain('Pupil S-1, Robin');
    expect(list).not.toContain('Zoë');
    const token =
      (await makePersonas(test)).find(({ name }) => name === 'read Reports')?.token ?? '';
    const without = (await textOfPdf(await readPaper('SHIP_TO_SCHOOL', token))).join('\n');
    expect(without).not.toMatch(/Robin|Šimůnková|Ms\. Oak|Distribution list: /);
    expect(without).toContain('Names, grades and teachers are hidden');
  });

  it('writes 1,000 rows a page at a time, with their headings on every page', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      cells: [
        `Row ${index}`,
        'A title that is so long that it does not fit on one line of its narrow column',
        formatCents(index),
        formatCents(-index),
      ],
    }));
    const column = (label: string, kind: 'text' | 'number') => ({ label, kind });
    const document = {
      title: 'Long',
      author: 'Company',
      createdAt: new Date(0),
      isLandscape: false,
      footer: 'Footer',
      head: { title: 'Long', status: { text: 'Final', isFinal: true }, lines: ['A school'] },
      tables: [
        {
          name: null,
          keyColumns: 1,
          columns: [
            column('First', 'text'),
            column('Title', 'text'),
            column('Up', 'number'),
            column('Down', 'number'),
          ],
          rows,
        },
      ],
    };
    const chunks: Buffer[] = [];
    let largest = 0;
    for await (const chunk of tablePaperChunks(document)) {
      largest = Math.max(largest, chunk.length);
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    expect(largest).toBeLessThan(bytes.length / 4);
    const pages = await textOfPdf(bytes);
    expect(pages.every((page) => page.includes('First') && page.includes('Down'))).toBe(true);
    expect(pages.join('\n').match(/Row \d+/g)).toEqual(rows.map(({ cells }) => cells[0]));
    // A row that begins on a page ends on it.
    for (const page of pages)
      expect(page.match(/column/g)?.length).toBe(page.match(/Row \d+/g)?.length);
  });
});
