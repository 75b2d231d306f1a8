import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type PdfKit from 'pdfkit';

/** The weights that our documents are set in. */
export type Weight = 'regular' | 'semibold' | 'bold';
/** Inter has Latin, Greek, Cyrillic and Vietnamese; the others one script each, Japanese, Korean and Chinese their own forms of Han. */
export type Face = 'inter' | 'hebrew' | 'arabic' | 'japanese' | 'korean' | 'chinese';

const INTER: Record<Weight, string> = {
  regular: '400Regular/Inter_400Regular.ttf',
  semibold: '600SemiBold/Inter_600SemiBold.ttf',
  bold: '700Bold/Inter_700Bold.ttf',
};
/** The package of each other face, and how its files begin and end. */
const NOTO: Record<Exclude<Face, 'inter'>, { package: string; name: string; ending: string }> = {
  hebrew: { package: '@embedpdf/fonts-hebrew', name: 'NotoSansHebrew', ending: 'ttf' },
  arabic: { package: '@embedpdf/fonts-arabic', name: 'NotoNaskhArabic', ending: 'ttf' },
  japanese: { package: '@embedpdf/fonts-jp', name: 'NotoSansJP', ending: 'otf' },
  korean: { package: '@embedpdf/fonts-kr', name: 'NotoSansKR', ending: 'otf' },
  chinese: { package: '@embedpdf/fonts-sc', name: 'NotoSansHans', ending: 'otf' },
};

const read = new Map<string, Buffer>();

/** The file of a face. Names of people and schools need whole fonts; one that no document used yet takes no memory. */
function bytesOf(face: Face, weight: Weight): Buffer {
  const address =
    face === 'inter'
      ? import.meta.resolve(`@expo-google-fonts/inter/${INTER[weight]}`)
      : notoAddress(face, weight);
  const known = read.get(address) ?? readFileSync(fileURLToPath(address));
  read.set(address, known);
  return known;
}

/** The package exports its list of files alone: they stand beside the folder of that. */
function notoAddress(face: Exclude<Face, 'inter'>, weight: Weight): string {
  const { package: name, name: font, ending } = NOTO[face];
  return new URL(
    `../fonts/${font}-${weight === 'regular' ? 'Regular' : 'Bold'}.${ending}`,
    import.meta.resolve(name),
  ).href;
}

/** The part of pdfkit's font that its types lack: it tells nobody what a font has no glyph for. */
export interface EmbeddedFont {
  ascender: number;
  font: { hasGlyphForCodePoint(code: number): boolean };
  layout(text: string, features?: object): Run;
  layoutRun(text: string, features: object): Run;
}
/** Glyphs of a text, and in thousandths of the size where each stands. */
export interface Run {
  glyphs: readonly unknown[];
  positions: readonly unknown[];
  advanceWidth: number;
}

/**
 * Makes a face the document's font, and gives it. The glyphs that are used are embedded, with what their text is; names and
 * sizes of others stay out.
 */
export function useFace(
  document: InstanceType<typeof PdfKit>,
  face: Face,
  weight: Weight,
): EmbeddedFont {
  const name = face === 'inter' ? weight : `${face} ${weight === 'regular' ? 'regular' : 'bold'}`;
  // pdfkit's types lack the registered fonts and the current font.
  const inner = document as unknown as Record<string, Record<string, unknown>>;
  if (!(name in inner['_registeredFonts']!)) document.registerFont(name, bytesOf(face, weight));
  document.font(name);
  return inner['_font'] as unknown as EmbeddedFont;
}
