import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type PdfKit from 'pdfkit';

/** Font weights used in documents. */
export type Weight = 'regular' | 'semibold' | 'bold';
/**
 * Font families. Inter covers Latin, Greek, Cyrillic and Vietnamese; each other one covers one
 * script, with separate Han forms for Japanese, Korean and Chinese.
 */
export type Face = 'inter' | 'hebrew' | 'arabic' | 'japanese' | 'korean' | 'chinese';

const INTER: Record<Weight, string> = {
  regular: '400Regular/Inter_400Regular.ttf',
  semibold: '600SemiBold/Inter_600SemiBold.ttf',
  bold: '700Bold/Inter_700Bold.ttf',
};
/** Package of each other face, and the start and end of its file names. */
const NOTO: Record<Exclude<Face, 'inter'>, { package: string; name: string; ending: string }> = {
  hebrew: { package: '@embedpdf/fonts-hebrew', name: 'NotoSansHebrew', ending: 'ttf' },
  arabic: { package: '@embedpdf/fonts-arabic', name: 'NotoNaskhArabic', ending: 'ttf' },
  japanese: { package: '@embedpdf/fonts-jp', name: 'NotoSansJP', ending: 'otf' },
  korean: { package: '@embedpdf/fonts-kr', name: 'NotoSansKR', ending: 'otf' },
  chinese: { package: '@embedpdf/fonts-sc', name: 'NotoSansHans', ending: 'otf' },
};

const read = new Map<string, Buffer>();

/**
 * Returns the file of a face. Names of people and schools need complete fonts. A font uses no
 * memory until a document needs it.
 */
function readBytes(face: Face, weight: Weight): Buffer {
  const address =
    face === 'inter'
      ? import.meta.resolve(`@expo-google-fonts/inter/${INTER[weight]}`)
      : notoAddress(face, weight);
  const known = read.get(address) ?? readFileSync(fileURLToPath(address));
  read.set(address, known);
  return known;
}

/**
 * Returns the URL of a font file, which is beside the folder of the only file that the package
 * exports.
 */
function notoAddress(face: Exclude<Face, 'inter'>, weight: Weight): string {
  const { package: name, name: font, ending } = NOTO[face];
  return new URL(
    `../fonts/${font}-${weight === 'regular' ? 'Regular' : 'Bold'}.${ending}`,
    import.meta.resolve(name),
  ).href;
}

/** Part of pdfkit's font that its types lack, needed to find characters without a glyph. */
export interface EmbeddedFont {
  ascender: number;
  font: { hasGlyphForCodePoint(code: number): boolean };
  layout(text: string, features?: object): Run;
  layoutRun(text: string, features: object): Run;
}
/** Glyphs of a text and their positions, in thousandths of the font size. */
export interface Run {
  glyphs: readonly unknown[];
  positions: readonly unknown[];
  advanceWidth: number;
}

/**
 * Selects a face as the document's font and returns it. Embeds only the used glyphs with their
 * text.
 */
export function useFace(
  document: InstanceType<typeof PdfKit>,
  face: Face,
  weight: Weight,
): EmbeddedFont {
  const name = face === 'inter' ? weight : `${face} ${weight === 'regular' ? 'regular' : 'bold'}`;
  // pdfkit's types lack the registered fonts and the current font.
  const inner = document as unknown as Record<string, Record<string, unknown>>;
  if (!(name in inner['_registeredFonts']!)) document.registerFont(name, readBytes(face, weight));
  document.font(name);
  return inner['_font'] as unknown as EmbeddedFont;
}
