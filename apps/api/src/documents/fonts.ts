import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type PDFKit from 'pdfkit';

/** The weights that our documents are set in. Whole fonts, so that every name of a person or a school can be written. */
const FILES = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  semibold: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  bold: '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
} as const;
export type Weight = keyof typeof FILES;

const read = new Map<Weight, Buffer>();

/** Makes the weights known to a document; the glyphs that it uses are embedded, with what their text is. */
export function registerFonts(document: typeof PDFKit.prototype): void {
  for (const [weight, file] of Object.entries(FILES) as [Weight, string][]) {
    const bytes = read.get(weight) ?? readFileSync(fileURLToPath(import.meta.resolve(file)));
    read.set(weight, bytes);
    document.registerFont(weight, bytes);
  }
}
