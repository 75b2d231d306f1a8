import { cellText } from '#api/spreadsheets/cells/text.ts';
import { openPackage } from '#api/spreadsheets/reading/package.ts';
import { readWorkbook } from '#api/spreadsheets/reading/read-workbook.ts';
import { READ_LIMITS } from '#api/spreadsheets/sheet.ts';
import { type Value, cellValue } from './sheet-cells.ts';
import { makeZip } from './zip.ts';

/**
 * Returns the rows of any sheet of a workbook written by the product, by name. The product's reader
 * reads the first visible sheet, so the others are hidden.
 */
export async function writtenSheet(bytes: Buffer, name: string): Promise<Value[][]> {
  const zip = await openPackage(bytes, READ_LIMITS);
  try {
    const parts: { name: string; content: string }[] = [];
    for (const part of zip.names) {
      const chunks: Buffer[] = [];
      for await (const chunk of zip.open(part)) chunks.push(chunk);
      const content = Buffer.concat(chunks).toString('utf8');
      parts.push({
        name: part,
        content:
          part === 'xl/workbook.xml'
            ? content
                .replaceAll('<sheet name=', '<sheet state="hidden" name=')
                .replace(`<sheet state="hidden" name="${name}"`, `<sheet name="${name}"`)
            : content,
      });
    }
    const sheet = await readWorkbook(await makeZip(parts));
    if (sheet.name !== name) throw new Error(`The workbook has no sheet ${name}.`);
    const width = Math.max(...sheet.rows.map((row) => row.cells.length));
    return sheet.rows.map((row) =>
      row.cells.length === 1
        ? [cellValue(row.cells[0])]
        : Array.from({ length: width }, (_, index) => cellValue(row.cells[index])),
    );
  } finally {
    zip.close();
  }
}

/** Returns the texts of the first sheet. */
export async function sheetTexts(bytes: Buffer): Promise<string[][]> {
  return (await readWorkbook(bytes)).rows.map(({ cells }) => cells.map(cellText));
}
