import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '..');
const findFiles = (pattern: string) =>
  globSync(pattern, { cwd: SOURCES })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .toSorted();
const readText = (file: string) => readFileSync(path.join(SOURCES, file), 'utf8');

/** Returns the classes that a sheet's selectors name, without those of `:global(…)`. */
function findClasses(sheet: string): Set<string> {
  const selectors = readText(sheet)
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/:global\([^)]*\)|\[[^\]]*\]/g, '')
    .matchAll(/(?<=^|[{};])[^{};]*(?=\{)/g);
  return new Set(
    [...selectors].flatMap(([selector]) =>
      selector.trim().startsWith('@')
        ? []
        : [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name),
    ),
  );
}

/** A class that a component takes from a sheet: `styles.row`. */
type Use = { file: string; sheet: string; name: string };

function usesIn(file: string): Use[] {
  const text = readText(file);
  const imports = text.matchAll(/import \* as (\w+) from '([^']+\.module\.css)';/g);
  return [...imports].flatMap(([, styles = '', from = '']) => {
    const sheet = from.startsWith('#web/')
      ? from.slice('#web/'.length)
      : path.normalize(path.join(path.dirname(file), from));
    const uses = [...text.matchAll(new RegExp(`(?<![\\w/])${styles}\\.(\\w+)`, 'g'))];
    return uses.map(([, name = '']) => ({ file, sheet, name }));
  });
}

/** Returns the classes that a component writes as text: `className="row"`. */
function writtenIn(file: string): string[] {
  const values = readText(file).matchAll(/className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g);
  return [...values].flatMap(([, plain, code = '']) => {
    const texts =
      plain === undefined
        ? [...code.replaceAll(/[!=]==\s*'[^']*'/g, '').matchAll(/'([^']*)'|`([^`]*)`/g)].map(
            ([, quoted, template = '']) => quoted ?? template.replaceAll(/\$\{[^}]*\}/g, ' '),
          )
        : [plain];
    return texts.flatMap((text) => text.split(/\s+/)).filter(Boolean);
  });
}

/** Returns the classes that those of a sheet compose: `composes: row wrapping from global;`. */
function composedIn(sheet: string): string[] {
  const values = readText(sheet).matchAll(/composes: ([^;]*?)(?: from global)?;/g);
  return [...values].flatMap(([, names = '']) => names.split(' '));
}

const modules = findFiles('**/*.module.css');
const uses = findFiles('**/*.{ts,tsx}').flatMap(usesIn);

test('every class that a component takes from a sheet is defined there', () => {
  const defined = new Map(modules.map((sheet) => [sheet, findClasses(sheet)]));
  expect(uses.filter(({ sheet, name }) => !defined.get(sheet)?.has(name))).toEqual([]);
});

test('every class of a sheet is used', () => {
  const used = new Set(uses.map(({ sheet, name }) => `${sheet} .${name}`));
  const defined = modules.flatMap((sheet) =>
    [...findClasses(sheet)].map((name) => `${sheet} .${name}`),
  );
  expect(defined.filter((name) => !used.has(name))).toEqual([]);
});

test('every class that a component writes as text, or a class composes, is a global one', () => {
  const sheets = findFiles('**/*.css').filter((sheet) => !sheet.endsWith('.module.css'));
  const known = new Set(sheets.flatMap((sheet) => [...findClasses(sheet)]));
  const named = [
    ...findFiles('**/*.tsx').map((file) => ({ file, names: writtenIn(file) })),
    ...modules.map((file) => ({ file, names: composedIn(file) })),
  ];
  const unknown = named.flatMap(({ file, names }) =>
    names.filter((name) => !known.has(name)).map((name) => `${file} .${name}`),
  );
  expect(unknown).toEqual([]);
});
