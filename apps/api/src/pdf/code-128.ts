import type PdfKit from 'pdfkit';

/**
 * Widths of the bars and spaces of each symbol character of Code 128 in modules (ISO/IEC 15417,
 * table 1): 0-102, the starts of code sets A, B and C, and the stop.
 */
const PATTERNS = `
  212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212
  112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131
  311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321
  112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
  313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111
  314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114
  122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212
  124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
  114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112`
  .trim()
  .split(/\s+/);
const TO_C = 99;
const TO_B = 100;
const START_B = 104;
const START_C = 105;
const STOP = 106;
/** White modules at each side. */
const QUIET_ZONE = 10;

/**
 * Returns the values of the symbol characters: pairs of digits in code set C where at least four
 * stand together, all others in code set B.
 */
function toValues(text: string): number[] {
  const parts = text.match(/(?:\d\d){2,}|\d|\D+/g) ?? [];
  const values: number[] = [];
  let set: 'B' | 'C' | undefined;
  for (const part of parts) {
    const next = part.length >= 4 && /^\d+$/.test(part) ? 'C' : 'B';
    if (next !== set)
      values.push(
        set === undefined ? (next === 'C' ? START_C : START_B) : next === 'C' ? TO_C : TO_B,
      );
    set = next;
    if (next === 'C') values.push(...(part.match(/\d\d/g) ?? []).map(Number));
    else values.push(...[...part].map((character) => character.charCodeAt(0) - 32));
  }
  return values;
}

/** Returns the widths of bars and spaces in modules; null for text that has other than ASCII. */
function toWidths(text: string): number[] | null {
  if (!/^[ -~]+$/.test(text)) return null;
  const values = toValues(text);
  const check = values.reduce((sum, value, at) => sum + value * Math.max(at, 1), 0) % 103;
  return [...values, check, STOP].flatMap((value) => [...PATTERNS[value]!].map(Number));
}

type CodeBox = { x: number; y: number; width: number; height: number; color: string };

/**
 * Width of a module in points. A label printer with 203 dots an inch needs two dots for the
 * narrowest.
 */
const MODULE = { min: 0.75, max: 1.5 };

/**
 * Draws a Code 128 in the center of its box as vectors with its quiet zones. Sizes in points. Draws
 * nothing for text that Code 128 cannot hold, or that would be too fine to print.
 */
export function drawCode128(
  document: InstanceType<typeof PdfKit>,
  { x, y, width, height, color }: CodeBox,
  text: string,
): void {
  const widths = toWidths(text);
  if (!widths) return;
  const modules = widths.reduce((sum, each) => sum + each, 2 * QUIET_ZONE);
  const module = Math.min(width / modules, MODULE.max);
  if (module < MODULE.min) return;
  let left = x + (width - modules * module) / 2 + QUIET_ZONE * module;
  for (const [at, each] of widths.entries()) {
    if (at % 2 === 0) document.rect(left, y, each * module, height);
    left += each * module;
  }
  document.fill(color);
}
