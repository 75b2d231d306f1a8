import { readFile } from 'node:fs/promises';

/** Returns the version of the product. */
export async function readVersion(): Promise<string> {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}
