import path from 'node:path';
import process from 'node:process';
import { buildWebIfStale } from '@pos/tools/setup/build-web.ts';
import { Product, PROGRAMS } from '@pos/tools/product/product.ts';

const sourceIn = (dataDir: string) => path.join(dataDir, 'source');

/**
 * Creates an empty product once, as the first `npm start` does, and stops it: each file of tests
 * starts with a copy of it.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  buildWebIfStale((line) => process.stdout.write(`${line}\n`));
  const empty = await Product.launch('journeys', sourceIn, PROGRAMS.whole);
  await empty.end('SIGTERM');
  process.env['POS_EMPTY_PRODUCT'] = empty.dataDir;
  return () => empty.remove();
}

/** Starts an unused product; `extra` are additional environment variables. */
export function launchEmpty(extra: Readonly<Record<string, string>> = {}): Promise<Product> {
  const like = process.env['POS_EMPTY_PRODUCT'];
  if (!like)
    throw new Error(
      'POS_EMPTY_PRODUCT is not set; the journeys are started by their global setup.',
    );
  return Product.launch('journeys', sourceIn, PROGRAMS.whole, like, extra);
}
