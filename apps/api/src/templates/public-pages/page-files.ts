import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { textOn } from './page-color.ts';

/**
 * A file that the public pages load. Its name changes with its content, so that browsers may cache
 * it permanently.
 */
export type PageFile = { name: string; type: string; content: string | Buffer };

const FONT_CONTENT = readFileSync(
  fileURLToPath(
    import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  ),
);
/** Letters of the back office. Text shows in the phone's own font until it is loaded. */
const FONT: PageFile = {
  name: `inter.${toDigest(FONT_CONTENT)}.woff2`,
  type: 'font/woff2',
  content: FONT_CONTENT,
};
const STYLE = `@font-face {
  font-family: Inter;
  font-weight: 100 900;
  font-display: swap;
  src: url(${FONT.name}) format('woff2');
}
${toContent('css')}`;
const SCRIPT_CONTENT = toContent('js');
export const SCRIPT: PageFile = {
  name: `page.${toDigest(SCRIPT_CONTENT)}.js`,
  type: 'text/javascript; charset=utf-8',
  content: SCRIPT_CONTENT,
};

/**
 * Style of a page with a hero of this color (`#RRGGBB`), or the default color. There is one file
 * per color, because the security policy forbids inline styles; its name includes the color, so
 * that the file can be generated from its address.
 */
export function pageStyle(color: string | null): PageFile {
  const hero = color?.toLowerCase();
  const content =
    hero === undefined
      ? STYLE
      : `${STYLE}:root{--hero:${hero};--on-hero:${textOn(hero)};--badge:${hero}}\n`;
  return {
    name: `page.${toDigest(content)}${hero === undefined ? '' : `-${hero.slice(1)}`}.css`,
    type: 'text/css; charset=utf-8',
    content,
  };
}

/** Returns the file with this name, or undefined if no page has it. */
export function pageFileNamed(name: string): PageFile | undefined {
  const color = /-([0-9a-f]{6})\.css$/.exec(name)?.[1];
  return [SCRIPT, FONT, pageStyle(color === undefined ? null : `#${color}`)].find(
    (file) => file.name === name,
  );
}

function toContent(ending: string): string {
  return readFileSync(new URL(`page.${ending}`, import.meta.url), 'utf8');
}

function toDigest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 10);
}
