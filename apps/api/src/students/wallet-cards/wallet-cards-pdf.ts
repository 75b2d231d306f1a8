import PdfKit from 'pdfkit';
import { collected, FIXED_DATE } from '#api/pdf/collected.ts';
import { drawQr } from '#api/pdf/qr.ts';
import { Type, type Style } from '#api/pdf/type.ts';
import type { WalletCard } from './wallet-cards.queries.ts';

/** Ten cards of 3.5 × 2 inches on US Letter, as perforated card sheets have them; in points. */
const SHEET = { columns: 2, rows: 5, left: 54, top: 36, width: 252, height: 144 };
const PER_PAGE = SHEET.columns * SHEET.rows;
const QR_SIDE = 112;
const PADDING = 14;
const INK = '#1F1A17';
const QUIET = '#5C534D';

const TITLE: Style = { size: 9, weight: 'semibold', color: QUIET };
const NAME: Style = { size: 13, weight: 'semibold', color: INK };
const NUMBER: Style = { size: 11, weight: 'regular', color: INK };
const PLACE: Style = { size: 8, weight: 'regular', color: QUIET };

/** Renders the cards as a PDF. Names are printed only if `hasNames`. */
export function walletCardsPdf(
  cards: readonly WalletCard[],
  { companyName, hasNames }: { companyName: string; hasNames: boolean },
): Promise<Buffer> {
  const document = new PdfKit({
    size: 'LETTER',
    margin: 0,
    autoFirstPage: false,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: 'Wallet cards', Author: companyName, CreationDate: FIXED_DATE },
  });
  const type = new Type(document);
  for (const [index, card] of cards.entries()) {
    if (index % PER_PAGE === 0) document.addPage();
    const place = index % PER_PAGE;
    const x = SHEET.left + (place % SHEET.columns) * SHEET.width;
    const y = SHEET.top + Math.floor(place / SHEET.columns) * SHEET.height;
    document.rect(x, y, SHEET.width, SHEET.height).lineWidth(0.25).strokeColor('#CFC8C2').stroke();
    const lines: [string, Style][] = [
      [`${companyName} eWallet`, TITLE],
      ...(hasNames ? [[card.name, NAME] as [string, Style]] : []),
      [card.studentNumber, NUMBER],
      [card.schoolName, PLACE],
    ];
    writeLines(type, lines, x + PADDING, y + 22);
    const side = QR_SIDE;
    drawQr(
      document,
      {
        x: x + SHEET.width - side - PADDING / 2,
        y: y + (SHEET.height - side) / 2,
        width: side,
        height: side,
        color: INK,
      },
      card.studentNumber,
    );
  }
  const pdf = collected(document);
  document.end();
  return pdf;
}

/** Writes lines below each other, each shrunk to the width beside the code. */
function writeLines(type: Type, lines: readonly [string, Style][], x: number, y: number): void {
  const room = SHEET.width - QR_SIDE - 2 * PADDING;
  let top = y;
  for (const [text, style] of lines) {
    const width = type.width(text, style);
    const fitted = width > room ? { ...style, size: (style.size * room) / width } : style;
    type.put(text, x, top, fitted);
    top += style.size + 10;
  }
}
