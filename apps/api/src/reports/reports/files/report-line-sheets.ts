import { setImmediate } from 'node:timers/promises';
import { describedTables, type PlacedColumn } from '@pos/contract/reports/tables';
import type { WrittenRow, WrittenSheet } from '#api/spreadsheets/writing/written.ts';
import type { LinePortion, ReportLines } from './report-lines.ts';
import type { Reached } from '../report-scope.ts';
import { toHeaders, type TableWriter, tableWriter, toSheet } from './report-table.ts';
import { parametersTable } from './report-tables.ts';
import { isOfAllSchools, makeClock, type ReportFacts, titleLines } from './report-texts.ts';

/** Settings of a file of lines: its time zone and reader, and who is told about its progress. */
export type LineSheetOptions = {
  timeZone: string;
  isOutside: boolean;
  reached?: Reached | undefined;
};

/**
 * Converts the lines of a report to the sheets of a workbook, which have the same tables as those of
 * a report in memory (`reportTables`).
 */
export function lineSheets(
  report: ReportFacts,
  lines: ReportLines,
  { timeZone, isOutside, reached }: LineSheetOptions,
): WrittenSheet[] {
  const tables = lineTables(report, lines, isOutside, reached);
  return [
    ...tables.map(({ name, writer, portions, totals }, index): WrittenSheet => ({
      name,
      columns: toHeaders(writer.columns),
      rows: rowsOf(portions, writer, true),
      ...(totals && { totals: () => writer.totals(totals()) }),
      ...(index === 0 && {
        titleLines: titleLines(report, timeZone, isOutside),
        rowCount: lines.rowCount,
      }),
    })),
    toSheet(parametersTable(report, timeZone, tables[0]!.writer)),
  ];
}

/** Converts the lines of a report to the rows of its CSV file, with the totals in the last one. */
export function lineRows(
  report: ReportFacts,
  lines: ReportLines,
  { isOutside, reached }: LineSheetOptions,
): Pick<WrittenSheet, 'columns' | 'rows'> {
  const { writer, portions, totals } = lineTables(report, lines, isOutside, reached)[0]!;
  async function* rows(): AsyncGenerator<WrittenRow> {
    yield* rowsOf(portions, writer, false);
    if (totals) yield writer.totals(totals());
  }
  return { columns: toHeaders(writer.columns), rows: rows() };
}

type LineTable = {
  name: string;
  writer: TableWriter;
  /** Called when the table's turn comes: a later one may need what was read before. */
  portions: () => AsyncIterable<LinePortion>;
  totals: ReportLines['totals'][string] | undefined;
};

function lineTables(
  report: ReportFacts,
  { lines, read, totals }: ReportLines,
  isOutside: boolean,
  reached: Reached | undefined,
): LineTable[] {
  const clock = makeClock(report.fairs);
  const isShown = ({ column }: PlacedColumn) => !(isOutside && column.ofStudents);
  return describedTables(report.reportType, isOfAllSchools(report)).map(
    ({ table, columns }, index) => {
      const portions = read[table.rows];
      if (!portions) throw new Error(`${report.reportType} has no lines for ${table.rows}.`);
      return {
        name: table.name,
        writer: tableWriter({ table, columns: columns.filter(isShown) }, clock),
        portions: () => (index === 0 && reached ? watched(portions(), lines, reached) : portions()),
        totals: table.totals === undefined ? undefined : totals[table.totals],
      };
    },
  );
}

async function* rowsOf(
  portions: LineTable['portions'],
  writer: TableWriter,
  withSubtotals: boolean,
): AsyncGenerator<WrittenRow> {
  for await (const { rows, subtotal } of portions()) {
    // Rows that are in memory already would hold up everybody else.
    await setImmediate();
    for (const row of rows) yield writer.row(row);
    if (withSubtotals && subtotal) yield { cells: writer.subtotal(subtotal), bold: true };
  }
}

/** Says after each portion how much of the lines was read. */
async function* watched(
  portions: AsyncIterable<LinePortion>,
  lines: number,
  reached: Reached,
): AsyncGenerator<LinePortion> {
  let done = 0;
  for await (const portion of portions) {
    yield portion;
    done += portion.rows.length;
    await reached(lines === 0 ? 1 : Math.min(1, done / lines));
  }
}
