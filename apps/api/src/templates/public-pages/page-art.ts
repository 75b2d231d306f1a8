import { COVER_SIZE, pictureAddress, titleCover } from '@pos/contract/stock/title-cover';
import { html, type Html } from '#api/http/pages/html.ts';

/** Outlines of the page's icons on a 24 by 24 grid (Tabler). */
const ICONS = {
  calendar:
    'M4 7a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12 M16 3l0 4 M8 3l0 4 M4 11l16 0 M8 15h2v2h-2l0 -2',
  add: 'M12.5 21h-6.5a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v5 M16 3v4 M8 3v4 M4 11h16 M16 19h6 M19 16v6',
  check: 'M5 12l5 5l10 -10',
  clock: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0 M12 7v5l3 3',
  download: 'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2 M7 11l5 5l5 -5 M12 4l0 12',
  mail: 'M3 7a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-10 M3 7l9 6l9 -6',
  place:
    'M9 11a3 3 0 1 0 6 0a3 3 0 0 0 -6 0 M17.657 16.657l-4.243 4.243a2 2 0 0 1 -2.827 0l-4.244 -4.243a8 8 0 1 1 11.314 0',
  phone:
    'M5 4h4l2 5l-2.5 1.5a11 11 0 0 0 5 5l1.5 -2.5l5 2v4a2 2 0 0 1 -2 2a16 16 0 0 1 -15 -15a2 2 0 0 1 2 -2',
  print:
    'M17 17h2a2 2 0 0 0 2 -2v-4a2 2 0 0 0 -2 -2h-14a2 2 0 0 0 -2 2v4a2 2 0 0 0 2 2h2 M17 9v-4a2 2 0 0 0 -2 -2h-6a2 2 0 0 0 -2 2v4 M7 15a2 2 0 0 1 2 -2h6a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-6a2 2 0 0 1 -2 -2l0 -4',
};

/** Decorative icon, hidden from screen readers. */
export const icon = (name: keyof typeof ICONS): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor"
stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"
><path d="${ICONS[name]}"/></svg>`;

/** Position of each flag on its line. */
const FLAGS = [
  [4, 6],
  [38, 9.5],
  [72, 12.2],
  [106, 14.2],
  [140, 15.4],
  [174, 16],
  [208, 15.8],
  [242, 14.9],
  [276, 13.2],
  [310, 10.8],
  [344, 7.7],
  [378, 3.9],
] as const;
const FLAG_COLORS = ['#1C1210', '#FFF4F1', '#FFB19F', '#702111'];

const flags = FLAGS.map(
  ([x, y], at) => html`<path d="M${x} ${y}h26l-13 24z" fill="${FLAG_COLORS[at % 4]}"/>`,
);

export const bunting: Html = html`<svg class="bunting" viewBox="0 0 390 48"
preserveAspectRatio="none" aria-hidden="true">
<path d="M0 4Q195 28 390 4" fill="none" stroke="currentColor" stroke-width="1.5"/>${flags}</svg>`;

/** Color of the bands on a book, by the book's color. */
const BANDS = {
  '#982A13': '#FFD0C5',
  '#FF8F77': '#702111',
  '#E54727': '#FFB19F',
  '#702111': '#FFB19F',
  '#1C1210': '#FF8F77',
  '#FFF4F1': '#E54727',
  '#FFD0C5': '#E54727',
};
/** Left, top, width and color of each book on a shelf of 390 by 60. */
const BOOKS = [
  [0, 22, 30, '#982A13'],
  [31, 30, 30, '#FF8F77'],
  [62, 10, 18, '#E54727'],
  [81, 19, 14, '#702111'],
  [96, 13, 26, '#E54727'],
  [123, 7, 14, '#1C1210'],
  [138, 3, 18, '#FF8F77'],
  [157, 26, 14, '#FFF4F1'],
  [172, 26, 18, '#E54727'],
  [191, 24, 14, '#FF8F77'],
  [206, 3, 18, '#1C1210'],
  [225, 13, 18, '#982A13'],
  [244, 8, 18, '#1C1210'],
  [263, 21, 26, '#E54727'],
  [290, 26, 18, '#FFD0C5'],
  [325, 4, 22, '#FFF4F1'],
  [348, 9, 30, '#982A13'],
  [379, 19, 22, '#FF8F77'],
] as const;

const shelf = BOOKS.map(([x, y, width, color]) => {
  const bands = [y + 7, 50].map((top) => `M${x} ${top}h${width}v2.5h-${width}z`).join('');
  return html`<rect x="${x}" y="${y}" width="${width}" height="${60 - y}" rx="2" fill="${color}"/>
<path d="${bands}" fill="${BANDS[color]}"/>`;
});

export const books: Html = html`<svg class="books" viewBox="0 0 390 60" aria-hidden="true">
${shelf}</svg>`;

/** Cover of a title, hidden from screen readers, as the back office shows it. */
export function cover(title: string, category: string, pictureId: string | null): Html {
  if (pictureId !== null)
    return html`<img class="cover" src="${pictureAddress(pictureId)}" alt="" loading="lazy">`;
  const { ground, ink, mark } = titleCover(title, category);
  const { width, height, spine } = COVER_SIZE;
  return html`<svg class="cover" viewBox="0 0 ${width} ${height}" aria-hidden="true">
<rect width="${width}" height="${height}" fill="${ground}"/><path d="${mark}" fill="${ink}"/>
<rect width="${spine}" height="${height}" fill="#000" opacity=".14"/></svg>`;
}
