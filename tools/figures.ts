import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * Prints the sizes of the tree in one line, and fails if too many lines are wider than a page.
 * Lint holds the other limits: lines per file and function, complexity, parameters.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
/** Only texts that the formatter cannot break are wider than this. */
const MAX_COLUMNS = 120;
const MAX_WIDE_SHARE = 0.005;

/** Returns the lines of every TypeScript file by its path, generated output and fixtures aside. */
async function linesByFile(): Promise<Map<string, string[]>> {
  const lines = new Map<string, string[]>();
  const files = glob(['*.ts', '{packages,apps,tools,e2e}/**/*.{ts,tsx}'], {
    cwd: root,
    exclude: ['**/node_modules', '**/dist', '**/fixtures'],
  });
  for await (const file of files) {
    const text = await readFile(path.join(root, file), 'utf8');
    lines.set(file, text.replace(/\n$/, '').split('\n'));
  }
  return lines;
}

const lines = await linesByFile();
const sizes = [...lines].map(([file, { length }]) => ({ file, length }));
sizes.sort((one, other) => one.length - other.length);
const sizeAt = (share: number) => sizes[Math.ceil(sizes.length * share) - 1]!;
const largest = sizeAt(1);
const all = [...lines.values()].flat();
const wideShare = all.filter(({ length }) => length > MAX_COLUMNS).length / all.length;
/** Code of the product itself: what its users run. */
const isProduct = (file: string) =>
  /^(apps|packages)\//.test(file) &&
  !/\.test\.tsx?$|^apps\/(?:api|web)\/testing\/|^packages\/world\//.test(file);
const product = [...lines].filter(([file]) => isProduct(file)).flatMap(([, text]) => text);
const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

process.stdout.write(
  `${sizes.length} TypeScript files; lines: median ${sizeAt(0.5).length}, p90 ${sizeAt(0.9).length}, max ${largest.length} (${largest.file}); over ${MAX_COLUMNS} columns: ${percent(wideShare)} of ${all.length} lines\n`,
);
process.stdout.write(
  `Functions over 60 lines (components: 100), complexity 15 or 5 parameters: none, or lint has failed\n`,
);
process.stdout.write(`Product code (apps and packages without tests): ${product.length} lines\n`);
if (wideShare > MAX_WIDE_SHARE) {
  process.stderr.write(`At most ${percent(MAX_WIDE_SHARE)} of lines may be that wide.\n`);
  process.exitCode = 1;
}
