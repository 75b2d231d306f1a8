/** One row of a sheet: its number and its cells as XML. */
export interface XmlRow {
  number: number;
  cells: string;
  hidden?: boolean;
}

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const XML_START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Rows are handed on in pieces of about this many characters. */
const PIECE = 65_536;

/** A worksheet part, piece by piece. Rows down to `frozenRow` stay in sight; `widths` are in characters. */
export async function* worksheetXml(widths: readonly number[], frozenRow: number, rows: AsyncIterable<XmlRow>): AsyncGenerator<string> {
  const pane = frozenRow === 0 ? '' : `<pane ySplit="${frozenRow}" topLeftCell="A${frozenRow + 1}" activePane="bottomLeft" state="frozen"/>`;
  const columns = widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('');
  let piece = `${XML_START}<worksheet xmlns="${NAMESPACE}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${columns && `<cols>${columns}</cols>`}<sheetData>`;
  for await (const { number, cells, hidden } of rows) {
    piece += `<row r="${number}"${hidden ? ' hidden="1"' : ''}>${cells}</row>`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}</sheetData></worksheet>`;
}
