import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { SourceTrouble } from './source.ts';

/**
 * One record of a CSV file. `row` counts the header as 1; `cells` are keyed by the known columns
 * that the file has.
 */
export type CsvRow = { row: number; cells: Map<string, string> } | { row: number; problem: string };

/** Records of a CSV file being read, and the share of the file read so far, from 0 to 1. */
export type CsvReading = { rows: AsyncGenerator<CsvRow>; share(): number };

const LONGEST_RECORD = 100_000;
/**
 * Accepted line endings. They may be mixed, because files are joined from parts and edited on
 * several systems.
 */
const LINE_ENDINGS = ['\r\n', '\n', '\r'];

/**
 * Reads a CSV file record by record (UTF-8 with or without BOM, RFC 4180 with any line endings,
 * even mixed, and a header row in any case and order). Throws `SourceTrouble` if a required column
 * is missing or the rest of the file cannot be parsed.
 */
export async function readCsv(
  file: string,
  { required, optional }: { required: readonly string[]; optional: readonly string[] },
): Promise<CsvReading> {
  const { size } = await stat(file);
  const bytes = createReadStream(file);
  const parser = parse({
    bom: true,
    record_delimiter: LINE_ENDINGS,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_RECORD,
  });
  // An error in the pipe reaches the reader through the parser.
  pipeline(bytes, parser, () => undefined);
  const records = (parser as AsyncIterable<string[]>)[Symbol.asyncIterator]();
  const first = await nextRecord(records, 1);
  const known = new Map([...required, ...optional].map((name) => [name.toLowerCase(), name]));
  const header = (first ?? []).map((name) => known.get(name.trim().toLowerCase()));
  const absent = required.filter((name) => !header.includes(name));
  if (absent.length > 0) {
    parser.destroy();
    throw new SourceTrouble(
      first === undefined
        ? 'The file is empty.'
        : absent.length === 1
          ? `The column ${absent[0]} is missing.`
          : `The columns ${absent.join(', ')} are missing.`,
    );
  }
  return {
    rows: readRows(records, header),
    share: () => (size === 0 ? 1 : bytes.bytesRead / size),
  };
}

async function* readRows(
  records: AsyncIterator<string[]>,
  header: readonly (string | undefined)[],
): AsyncGenerator<CsvRow> {
  try {
    for (let row = 2; ; row++) {
      const record = await nextRecord(records, row);
      if (!record) return;
      if (record.every((cell) => cell.trim() === '')) continue;
      const surplus = record.slice(header.length).some((cell) => cell.trim() !== '');
      if (record.length < header.length || surplus)
        yield {
          row,
          problem: `This row has ${record.length} columns, but the header has ${header.length}.`,
        };
      else if (record.some((cell) => cell.includes('\uFFFD')))
        yield { row, problem: 'This row is not UTF-8 text.' };
      else
        yield {
          row,
          cells: new Map(
            header.flatMap((name, at) =>
              name === undefined ? [] : [[name, (record[at] ?? '').trim()] as const],
            ),
          ),
        };
    }
  } finally {
    await records.return?.();
  }
}

async function nextRecord(
  records: AsyncIterator<string[]>,
  row: number,
): Promise<string[] | undefined> {
  try {
    const next = await records.next();
    return next.done ? undefined : next.value;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new SourceTrouble(
      `The file cannot be read as CSV from row ${row} on: ${error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quotation mark is not closed.' : 'a record is too long or its quotation marks are wrong.'}`,
    );
  }
}
