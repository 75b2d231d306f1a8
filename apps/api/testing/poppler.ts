import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

/**
 * Renders documents with a reader that is independent of their producer: poppler, from Debian's
 * packages (poppler-utils).
 */

const POINTS_PER_INCH = 72;
const MAX_BYTES = 64 * 1024 * 1024;

/** Renders a page at `scale` pixels per point: three bytes per pixel, on white. */
export async function seenPage(
  pdf: Buffer,
  number: number,
  scale: number,
): Promise<{ data: Buffer; width: number; height: number }> {
  const picture = await poppler(
    'pdftoppm',
    ['-png', '-r', String(POINTS_PER_INCH * scale), '-f', String(number), '-l', String(number)],
    pdf,
  );
  const { data, info } = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Returns the text that a reader would copy from a page, with single spaces between words. */
export async function copiedText(pdf: Buffer, number: number): Promise<string> {
  const text = await poppler(
    'pdftotext',
    ['-enc', 'UTF-8', '-f', String(number), '-l', String(number)],
    pdf,
    ['-'],
  );
  return text.toString('utf8').replace(/\s+/g, ' ').trim();
}

/** A word and its place on the page, in points from the top left. */
export type PlacedWord = { text: string; left: number; top: number; right: number };

/** Returns the words of each page with their places, from top to bottom and left to right. */
export async function placedWords(pdf: Buffer): Promise<PlacedWord[][]> {
  const xml = (await poppler('pdftotext', ['-bbox', '-enc', 'UTF-8'], pdf, ['-'])).toString('utf8');
  const word = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="[\d.]+">(.*?)<\/word>/g;
  const [, ...pages] = xml.split('<page ');
  return pages.map((page) =>
    [...page.matchAll(word)]
      .map(([, left, top, right, text = '']) => ({
        text: text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
        left: Number(left),
        top: Number(top),
        right: Number(right),
      }))
      .sort((one, other) => one.top - other.top || one.left - other.left),
  );
}

/** Returns the fonts of a document, with a flag if the outlines are embedded. */
export async function fontsIn(pdf: Buffer): Promise<{ name: string; embedded: boolean }[]> {
  const [, line = '', ...rows] = (await poppler('pdffonts', [], pdf))
    .toString('utf8')
    .trim()
    .split('\n');
  // Columns are as wide as the dashes under their headings: name, type, encoding, emb, …
  const [name = 0, , , embedded = 0] = [...line.matchAll(/-+/g)].map(({ index }) => index);
  return rows.map((row) => ({
    name: row.slice(name).split(' ')[0]!,
    embedded: row.slice(embedded).startsWith('yes'),
  }));
}

async function poppler(
  program: 'pdftoppm' | 'pdftotext' | 'pdffonts',
  options: string[],
  pdf: Buffer,
  after: string[] = [],
): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'poppler-'));
  try {
    const file = path.join(folder, 'document.pdf');
    await writeFile(file, pdf);
    const { stdout, stderr } = await promisify(execFile)(program, [...options, file, ...after], {
      encoding: 'buffer',
      maxBuffer: MAX_BYTES,
    });
    // Poppler shows the readable part of a damaged file and reports the damage here.
    if (stderr.length > 0) throw new Error(`${program}: ${stderr.toString('utf8')}`);
    return stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error(
        `${program} is missing: install poppler-utils ("sudo apt-get install poppler-utils").`,
        { cause: error },
      );
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
