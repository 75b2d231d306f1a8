import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Allowed imports between parts. This map is the architecture; the test keeps the code true to it.
 * A feature that uses another feature is listed here, so reviewers see the dependency.
 */
const CONTRACT = 'packages/contract/src';
const BASICS = 'packages/basics/src';
const EMBEDDED = 'packages/embedded-postgres/src';
const WORLD = 'packages/world/src';
const API = 'apps/api/src';
const WEB = 'apps/web/src';
/** Modules that every API feature may import. */
const API_GROUND = [
  BASICS,
  CONTRACT,
  `${API}/db`,
  `${API}/http`,
  `${API}/files`,
  `${API}/jobs`,
  `${API}/lists`,
  `${API}/hashing`,
  `${API}/spreadsheets`,
  `${API}/pdf`,
  `${API}/mail`,
  `${API}/notifications`,
  `${API}/tokens`,
  `${API}/features/activity`,
];
/** Features of one sale. They write in one transaction, so they also use each other's queries. */
const SALES = ['stock', 'payments', 'refunds', 'intake', 'orders'].map(
  (name) => `${API}/features/${name}`,
);
const WEB_GROUND = [CONTRACT, `${WEB}/ui`, `${WEB}/lib`];

const MAY_IMPORT: Record<string, readonly string[]> = {
  [BASICS]: [],
  [CONTRACT]: [],
  [EMBEDDED]: [BASICS],
  [WORLD]: [CONTRACT, `${API}/spreadsheets`],
  [`${API}/hashing`]: [],
  [`${API}/tokens`]: [`${API}/http`],
  [`${API}/mail`]: [BASICS],
  [`${API}/spreadsheets`]: [CONTRACT],
  [`${API}/pdf`]: [],
  [`${API}/db`]: [BASICS, CONTRACT],
  [`${API}/http`]: [CONTRACT, `${API}/db`],
  [`${API}/lists`]: [CONTRACT, `${API}/db`, `${API}/http`, `${API}/spreadsheets`],
  [`${API}/files`]: [BASICS, `${API}/db`],
  [`${API}/jobs`]: [
    BASICS,
    CONTRACT,
    `${API}/files`,
    `${API}/db`,
    `${API}/http`,
    `${API}/notifications`,
  ],
  [`${API}/notifications`]: [CONTRACT, `${API}/db`],
  [`${API}/invariants`]: [
    CONTRACT,
    `${API}/db`,
    `${API}/features/payments`,
    `${API}/features/stock`,
  ],
  [`${API}/retention`]: [`${API}/db`],
  [`${API}/metrics`]: [CONTRACT, `${API}/db`, `${API}/http`, `${API}/backup`],
  [`${API}/backup`]: [
    BASICS,
    CONTRACT,
    `${API}/db`,
    `${API}/files`,
    `${API}/invariants`,
    `${API}/features/activity`,
  ],
  [`${API}/features/activity`]: [CONTRACT, `${API}/db`, `${API}/http`, `${API}/lists`],
  ...features(API, API_GROUND, {
    auth: [],
    roles: [],
    admins: ['auth', 'roles'],
    cartons: ['fairs', 'stock'],
    'close-out': ['fairs', 'payments', 'refunds', 'reports', 'stock'],
    customizations: ['auth', 'fairs', 'templates'],
    dashboard: ['fairs', 'reports'],
    'day-sheets': ['fairs', 'reports'],
    'desk-top-ups': ['payments', 'students'],
    devices: ['admins'],
    events: [],
    exports: [
      'admins',
      'devices',
      'fairs',
      'intake',
      'inventory',
      'orders',
      'payments',
      'schools',
      'students',
    ],
    'ave-dollars': ['payments', 'schools'],
    certificates: ['schools', 'templates'],
    merges: ['payments', 'schools', 'students'],
    schools: [],
    fairs: ['admins', 'schools'],
    stock: [],
    payments: ['fairs', 'stock'],
    refunds: ['payments', 'stock'],
    intake: ['fairs', 'payments', 'refunds', 'stock'],
    orders: ['fairs', 'intake', 'payments', 'refunds', 'stock'],
    register: ['admins', 'auth', 'cartons', 'devices', 'intake', 'payments', 'refunds'],
    uploads: ['fairs', 'inventory', 'schools', 'stock', 'students', 'titles'],
    inventory: ['fairs', 'stock'],
    titles: ['inventory', 'templates'],
    packages: ['uploads'],
    jobs: ['auth'],
    notifications: [],
    preferences: [],
    payouts: ['desk-top-ups', 'payments', 'schools', 'students'],
    promotions: ['payouts', 'schools'],
    'public-pages': ['auth', 'customizations', 'settings', 'templates'],
    'report-schedules': ['auth', 'public-pages', 'reports', 'schools'],
    reports: ['schools'],
    resets: ['fairs', 'stock'],
    search: [],
    'service-state': [],
    'heavy-work': [],
    settings: ['sync'],
    'student-data': ['schools', 'students'],
    students: ['payments'],
    sync: ['payments', 'stock'],
    templates: [],
    views: [],
    'wallet-cards': [],
  }),
  [`${WEB}/lib`]: [CONTRACT],
  [`${WEB}/ui`]: [CONTRACT, `${WEB}/lib`],
  ...features(WEB, WEB_GROUND, {
    'sign-in': [],
    activity: [],
    admins: ['activity', 'exports', 'roles'],
    profile: ['activity', 'roles', 'sign-in'],
    roles: ['activity'],
    devices: ['activity', 'admins', 'exports'],
    schools: ['exports'],
    'school-page': ['activity', 'exports', 'fairs', 'schools'],
    exports: [],
    cartons: ['fairs'],
    'close-out': ['fairs', 'reports'],
    dashboard: ['fairs', 'settings'],
    fairs: ['admins', 'devices', 'exports', 'schools'],
    'fair-page': [
      'activity',
      'cartons',
      'close-out',
      'fairs',
      'inventory',
      'orders',
      'payments',
      'templates',
    ],
    uploads: ['fairs', 'schools'],
    inventory: ['exports', 'fairs', 'uploads'],
    'title-page': ['activity', 'inventory'],
    packages: ['activity', 'fairs'],
    orders: ['activity', 'devices', 'exports', 'fairs', 'payments', 'schools', 'settings'],
    payments: ['devices', 'exports', 'fairs', 'schools', 'settings'],
    'report-schedules': ['activity', 'admins'],
    reports: ['admins', 'report-schedules', 'schools'],
    settings: ['activity'],
    students: ['activity', 'exports', 'schools'],
    templates: ['fairs'],
  }),
};

/** Calls that build a statement. */
const SQL = /\bsql[`<]|\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(/;

const ALIASES: Record<string, string> = {
  '#api/': `${API}/`,
  '#web/': `${WEB}/`,
  '#testing/': 'apps/api/testing/',
  '@pos/basics/': `${BASICS}/`,
  '@pos/contract/': `${CONTRACT}/`,
  '@pos/embedded-postgres/': `${EMBEDDED}/`,
  '@pos/api/': `${API}/`,
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

  it('knows every feature', () => {
    const folders = globSync(`{${API},${WEB}}/features/*`).filter(
      (folder) => !(folder in MAY_IMPORT),
    );
    expect(folders).toEqual([]);
  });

  for (const [part, allowed] of Object.entries(MAY_IMPORT)) {
    it(`${part} imports only what it may`, () => {
      const wrong = sources
        .filter((file) => partOf(file) === part)
        .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
        .filter(({ target }) => !mayImport(part, allowed, target))
        .map(({ file, target }) => `${file} imports ${target}`);
      expect(wrong).toEqual([]);
    });
  }

  it('no file imports itself through others, types included', () => {
    const imports = new Map(sources.map((file) => [file, importsOf(file)]));
    expect(findCycle(imports)).toEqual([]);
  });

  it('no part imports upward: none is used by what it uses, types included', () => {
    const imports = new Map(Object.keys(MAY_IMPORT).map((part) => [part, new Set<string>()]));
    for (const file of sources)
      for (const target of importsOf(file)) {
        const [from, to] = [partOf(file), partOf(target)];
        if (from && to && from !== to) imports.get(from)!.add(to);
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

  it.each([
    [`${API}/db`, `${API}/features/fairs/fairs.service.ts`],
    [`${API}/features/devices`, `${API}/features/admins/admins.queries.ts`],
    [`${WEB}/features/fairs`, `${API}/lists/list.ts`],
  ])('would notice that %s imports %s', (part, target) => {
    expect(mayImport(part, MAY_IMPORT[part], target)).toBe(false);
  });

  it('nothing that is shipped as the API or the web uses the invented world', () => {
    const users = sources.filter(
      (file) =>
        partOf(file) !== WORLD && importsOf(file).some((target) => partOf(target) === WORLD),
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
        importsOf(file).some((target) =>
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
      .filter((file) => importsOf(file).some((target) => target.startsWith('apps/api/')));
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

/**
 * A feature may use these modules, itself, and the services, rules and lists of the features that its
 * line names.
 */
function mayImport(part: string, allowed: readonly string[], target: string): boolean {
  const other = partOf(target);
  if (!other)
    return (
      !target.startsWith(`${API}/`) || !part.startsWith(`${API}/`) || target === `${API}/secrets.ts`
    );
  if (other === part) return true;
  if (!allowed.includes(other)) return false;
  const crossesFeatures =
    part.startsWith(`${API}/features/`) && other.startsWith(`${API}/features/`);
  if (SALES.includes(part) && SALES.includes(other)) return true;
  return !crossesFeatures || /\.(service|rules|list)\.ts$|secret-code\.ts$/.test(target);
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

function partOf(file: string): string | undefined {
  return Object.keys(MAY_IMPORT).find((part) => file.startsWith(`${part}/`));
}

function importsOf(file: string): string[] {
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

/** Returns what each feature of a program may import: its ground, and the features it names. */
function features(
  program: string,
  ground: readonly string[],
  uses: Record<string, readonly string[]>,
): Record<string, string[]> {
  const folder = (name: string) => `${program}/features/${name}`;
  return Object.fromEntries(
    Object.entries(uses).map(([name, others]) => [
      folder(name),
      [...ground, ...others.map(folder)],
    ]),
  );
}
