const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const XML_START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Approximate number of characters per chunk of rows. */
export const PIECE = 65_536;

/** Writes one row from the XML of its cells. */
export function rowXml(number: number, cells: string, hidden = false): string {
  return `<row r="${number}"${hidden ? ' hidden="1"' : ''}>${cells}</row>`;
}

/**
 * Writes a worksheet part from chunks of rows. Rows down to `frozenRow` stay visible; `widths` are
 * in characters.
 */
export async function* worksheetXml(
  widths: readonly number[],
  frozenRow: number,
  rows: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
  const pane = `<pane ySplit="${frozenRow}" topLeftCell="A${frozenRow + 1}" activePane="bottomLeft" state="frozen"/>`;
  const columns = widths
    .map(
      (width, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    .join('');
  yield `${XML_START}<worksheet xmlns="${NAMESPACE}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${columns && `<cols>${columns}</cols>`}<sheetData>`;
  yield* rows;
  yield '</sheetData></worksheet>';
}
