import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A file that the public pages load: its name changes with its content, so that browsers may keep it for ever. */
export type PageFile = { name: string; type: string; content: string };

export const STYLE = pageFile('css', 'text/css; charset=utf-8');
export const SCRIPT = pageFile('js', 'text/javascript; charset=utf-8');

function pageFile(ending: string, type: string): PageFile {
  const content = readFileSync(new URL(`page.${ending}`, import.meta.url), 'utf8');
  return { name: `page.${createHash('sha256').update(content).digest('hex').slice(0, 10)}.${ending}`, type, content };
}
