import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const CONTRACT = 'packages/contract/src';
const BASICS = 'packages/basics/src';
const EMBEDDED = 'packages/embedded-postgres/src';
const WORLD = 'packages/world/src';
const API = 'apps/api/src';
const WEB = 'apps/web/src';
const REGISTER = 'apps/register/src';

/**
 * Subjects of the business, the same in contract, API and web. Their order is the architecture: a
 * subject imports itself and those before it.
 */
const SUBJECTS = [
  'staff',
  'fairs',
  'stock',
  'sales',
  'students',
  'imports',
  'templates',
  'reports',
  'close-out',
  'office',
];
const PROGRAMS = [CONTRACT, API, WEB];

/** Parts below the subjects, which know no subject, with those that each may import. */
const BELOW: Record<string, readonly string[]> = {
  [BASICS]: [],
  [EMBEDDED]: [BASICS],
  [WORLD]: [CONTRACT, `${API}/spreadsheets`],
  [`${API}/hashing`]: [],
  [`${API}/pdf`]: [],
  [`${API}/mail`]: [BASICS],
  [`${API}/spreadsheets`]: [CONTRACT],
  [`${API}/db`]: [BASICS, CONTRACT],
  [`${API}/http`]: [CONTRACT, `${API}/db`],
  [`${API}/tokens`]: [`${API}/http`],
  [`${API}/lists`]: [CONTRACT, `${API}/db`, `${API}/http`, `${API}/spreadsheets`],
  [`${API}/files`]: [BASICS, `${API}/db`],
  [`${API}/notifications`]: [CONTRACT, `${API}/db`],
  [`${API}/jobs`]: [
    BASICS,
    CONTRACT,
    `${API}/files`,
    `${API}/db`,
    `${API}/http`,
    `${API}/notifications`,
  ],
  [`${API}/artwork`]: [CONTRACT, `${API}/db`, `${API}/http`, `${API}/pdf`, `${API}/spreadsheets`],
  [`${API}/retention`]: [`${API}/db`],
  [`${WEB}/lib`]: [CONTRACT],
  [`${WEB}/ui`]: [CONTRACT, `${WEB}/lib`, `${REGISTER}/camera`],
  [`${REGISTER}/camera`]: [],
  [`${REGISTER}/till`]: [CONTRACT],
  [`${REGISTER}/words`]: [],
  [`${REGISTER}/ui`]: [CONTRACT, `${REGISTER}/words`],
  [REGISTER]: [CONTRACT],
};
/** Parts that operate the product. They stand above the subjects and import only these services. */
const OVER: Record<string, readonly string[]> = {
  [`${API}/invariants`]: [
    CONTRACT,
    `${API}/db`,
    `${API}/sales/payments/payments.service.ts`,
    `${API}/stock/stock/stock.service.ts`,
  ],
  [`${API}/metrics`]: [CONTRACT, `${API}/db`, `${API}/http`, `${API}/backup`],
  [`${API}/backup`]: [
    BASICS,
    CONTRACT,
    `${API}/db`,
    `${API}/files`,
    `${API}/invariants`,
    `${API}/staff/activity/seal.service.ts`,
  ],
};

/** Calls that build a statement. */
const SQL = /\bsql[`<]|\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(/;

const ALIASES: Record<string, string> = {
  '#api/': `${API}/`,
  '#web/': `${WEB}/`,
  '#register/': `${REGISTER}/`,
  '#testing/': 'apps/api/testing/',
  '@pos/basics/': `${BASICS}/`,
  '@pos/contract/': `${CONTRACT}/`,
  '@pos/embedded-postgres/': `${EMBEDDED}/`,
  '@pos/api/': `${API}/`,
  '@pos/register/': `${REGISTER}/`,
  '@pos/world/': `${WORLD}/`,
};

describe('architecture', () => {
  const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$|\/fixtures\//.test(file),
  );

  it('looks at the whole source', () => {
    expect(sources.length).toBeGreaterThan(100);
  });

  it('is no wider than a page: at most one line in 200 has more than 120 columns', () => {
    const lines = globSync(['*.ts', '{packages,apps,tools,e2e}/**/*.{ts,tsx}'], {
      exclude: ['**/node_modules', '**/dist', '**/fixtures'],
    }).flatMap((file) => readFileSync(file, 'utf8').split('\n'));
    const wide = lines.filter(({ length }) => length > 120);
    expect(wide.length / lines.length).toBeLessThan(1 / 200);
  });

  it('has the same subjects in contract, API and web', () => {
    for (const program of PROGRAMS)
      expect(SUBJECTS.filter((subject) => !existsSync(`${program}/${subject}`))).toEqual([]);
    for (const program of [API, WEB]) expect(unknownFolders(program)).toEqual([]);
  });

  it('lists at most 25 files in a folder', () => {
    const counts = new Map<string, number>();
    for (const file of globSync(['{apps,packages}/*/{src,testing}/**/*.*', '{tools,e2e}/**/*.*'], {
      exclude: ['**/node_modules', '**/fixtures'],
    })) {
      const folder = path.dirname(file);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > 25)).toEqual([]);
  });

  it.each(PROGRAMS)('no subject of %s imports a later one', (program) => {
    const wrong = importsOfAll(sources.filter((file) => file.startsWith(`${program}/`))).filter(
      ({ file, target }) => target.startsWith(`${program}/`) && reachesUp(file, target),
    );
    expect(wrong).toEqual([]);
  });

  it('would notice an import of a later subject', () => {
    const [fairs, orders] = [`${API}/fairs/fairs/fairs.list.ts`, `${WEB}/sales/orders/orders.ts`];
    expect([reachesUp(fairs, orders), reachesUp(orders, fairs)]).toEqual([true, false]);
  });

  it('a subject of the API uses services, rules and lists of others, not their queries', () => {
    const wrong = importsOfAll(sources.filter((file) => file.startsWith(`${API}/`))).filter(
      ({ file, target }) =>
        isSubject(file) &&
        isSubject(target) &&
        getPosition(file) !== getPosition(target) &&
        target.startsWith(`${API}/`) &&
        !/\.(service|rules|list)\.ts$|secret-code\.ts$|stock-locks\.queries\.ts$/.test(target),
    );
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries({ ...BELOW, ...OVER }))('%s imports only what it may', (part, allowed) => {
    const wrong = importsOfAll(sources.filter((file) => file.startsWith(`${part}/`))).filter(
      ({ target }) =>
        sources.includes(target) &&
        target !== `${API}/secrets.ts` &&
        ![part, ...allowed].some((other) => target === other || target.startsWith(`${other}/`)),
    );
    expect(wrong).toEqual([]);
  });

  it('no file imports itself through others, types included', () => {
    const imports = new Map(sources.map((file) => [file, findImports(file)]));
    expect(findCycle(imports)).toEqual([]);
  });

  it('no feature imports upward: none is used by what it uses, types included', () => {
    const imports = new Map<string, Set<string>>();
    for (const { file, target } of importsOfAll(sources)) {
      const [from, to] = [findFeature(file), findFeature(target)];
      if (from && to && from !== to) imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
    expect(findCycle(imports)).toEqual([]);
  });

  it('would notice a cycle', () => {
    expect(findCycle(new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b'] })))).toEqual([
      'b',
      'c',
      'b',
    ]);
  });

  it('nothing that is shipped as the API or the web uses the invented world', () => {
    const users = sources.filter(
      (file) =>
        !file.startsWith(`${WORLD}/`) &&
        findImports(file).some((target) => target.startsWith(`${WORLD}/`)),
    );
    expect(users).toEqual([]);
  });

  it('services leave SQL to the queries of their feature', () => {
    const withSql = sources.filter(
      (file) => file.endsWith('.service.ts') && SQL.test(readFileSync(file, 'utf8')),
    );
    expect(withSql).toEqual([]);
  });

  it('queries return facts, from which services and rules make sentences and links', () => {
    const withTexts = sources.filter(
      (file) =>
        /\.(?:queries|list)\.ts$/.test(file) &&
        findImports(file).some((target) =>
          [`${API}/http/failure.ts`, `${CONTRACT}/addresses`, `${CONTRACT}/errors`].includes(
            target,
          ),
        ),
    );
    expect(withTexts).toEqual([]);
  });

  it('web and api meet in the contract alone', () => {
    const strangers = sources
      .filter((file) => file.startsWith(`${WEB}/`))
      .filter((file) => findImports(file).some((target) => target.startsWith('apps/api/')));
    expect(strangers).toEqual([]);
  });

  it('the web reads no schema off a call, which the build leaves out', () => {
    const wrong = sources.filter(
      (file) =>
        file.startsWith(`${WEB}/`) &&
        /\b[a-z]\w*Api\.\w+\.(?!access\b|path\b|method\b)\w/.test(readFileSync(file, 'utf8')),
    );
    expect(wrong).toEqual([]);
  });

  for (const page of [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    ...globSync('docs/**/*.md'),
  ]) {
    it(`every path that ${page} names exists`, () => {
      const named = [
        ...readFileSync(page, 'utf8').matchAll(
          /`((?:apps|packages|docs|tools|e2e)\/[^`\s<*…{]+)`/g,
        ),
      ].map((match) => match[1] ?? '');
      const links = [
        ...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g),
      ].map((match) => path.join(path.dirname(page), match[1] ?? ''));
      expect([...named, ...links].filter((target) => !existsSync(target))).toEqual([]);
    });
  }
});

/** Returns the place of a file's subject in their order: -1 for what is below or above all. */
function getPosition(file: string): number {
  const program = PROGRAMS.find((folder) => file.startsWith(`${folder}/`));
  return program ? SUBJECTS.indexOf(file.slice(program.length + 1).split('/')[0] ?? '') : -1;
}

const isSubject = (file: string): boolean => getPosition(file) >= 0;
const reachesUp = (file: string, target: string): boolean =>
  isSubject(file) && getPosition(target) > getPosition(file);

/** Returns the folder of a feature: two names below the source of its program. */
function findFeature(file: string): string | undefined {
  return isSubject(file) ? /^\w+\/\w+\/src\/[^/]+\/[^/]+(?=\/)/.exec(file)?.[0] : undefined;
}

/** Returns the folders of a program that are neither a subject nor a known part. */
function unknownFolders(program: string): string[] {
  const known = [...Object.keys(BELOW), ...Object.keys(OVER)];
  const others = ['app', 'start', 'workers'].map((name) => `${program}/${name}`);
  return globSync(`${program}/*/`)
    .map((folder) => folder.replace(/\/$/, ''))
    .filter((folder) => !isSubject(`${folder}/`) && ![...known, ...others].includes(folder));
}

/** Returns the first way that leads from something back to itself; empty if there is none. */
function findCycle(imports: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>();
  const visit = (name: string, way: readonly string[]): string[] => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return [];
    for (const next of imports.get(name) ?? []) {
      const cycle = visit(next, [...way, name]);
      if (cycle.length > 0) return cycle;
    }
    done.add(name);
    return [];
  };
  for (const name of imports.keys()) {
    const cycle = visit(name, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

function importsOfAll(files: readonly string[]): { file: string; target: string }[] {
  return files.flatMap((file) => findImports(file).map((target) => ({ file, target })));
}

function findImports(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const specifiers = [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    (match) => match[1] ?? '',
  );
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('.')) return [path.join(path.dirname(file), specifier)];
    const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix));
    return alias ? [specifier.replace(alias, ALIASES[alias] ?? '')] : [];
  });
}
