import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * Proves that the rules which code and documents cite exist: `domain 4.4`, `specification 5`,
 * `trust.md R10`, `api.md, "Errors"`. A reader can follow every citation inside this repository.
 */
const CITING = [
  ...globSync('{apps,packages,tools,e2e}/**/*.{ts,tsx,sql,css}', {
    exclude: ['**/node_modules/**', '**/dist/**'],
  }),
  ...globSync('*.{ts,md}'),
  ...globSync('docs/**/*.md'),
];

const numbered = (page: string) =>
  new Set(headings(page).flatMap((heading) => /^\d+(?:\.\d+)?/.exec(heading)?.[0] ?? []));

const DOMAIN = new Set([...numbered('docs/domain.md'), ...complaints()]);
const SPECIFICATION = numbered('docs/specification.md');
const TRUST = trustIds();
const API = new Set(headings('docs/api.md'));

/** Each kind of citation: how it is written, and the ids that it may name. */
const KINDS = [
  {
    name: 'domain',
    pattern: /\bdomain ((?:C?\d+(?:\.\d+)?)(?:(?:, | and )\d+\.\d+)*)/g,
    known: DOMAIN,
  },
  {
    name: 'specification',
    pattern: /\bspecification (?:sections? )?(\d+(?:(?:, | and )\d+(?![.\d]))*)/g,
    known: SPECIFICATION,
  },
  {
    name: 'trust',
    pattern: /\btrust(?:\.md)? ((?:rule \d+|[TRFI]\d\d)(?:(?:, | to )[TRFI]\d\d)*)/g,
    known: TRUST,
  },
  { name: 'api.md', pattern: /\bapi\.md, "([^"]+)"/g, known: API },
] as const;

describe('citations', () => {
  it.each(KINDS)('of $name name a section that exists', ({ name, pattern, known }) => {
    const cited = CITING.flatMap((file) => idsIn(file, pattern, name).map((id) => ({ file, id })));
    expect(cited.length).toBeGreaterThan(3);
    expect(cited.filter(({ id }) => !known.has(id))).toEqual([]);
  });

  it('would notice a section that does not exist', () => {
    expect(DOMAIN.has('4.4')).toBe(true);
    expect(DOMAIN.has('4.44')).toBe(false);
    expect(TRUST.has('R10')).toBe(true);
    expect(TRUST.has('R99')).toBe(false);
  });
});

function idsIn(file: string, pattern: RegExp, kind: string): string[] {
  const matches = [...readFileSync(file, 'utf8').matchAll(pattern)].map((match) => match[1] ?? '');
  return kind === 'api.md' ? matches : matches.flatMap((list) => list.split(/, | and | to /));
}

function headings(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#{2,3} (.+)$/gm)].map((match) => match[1] ?? '');
}

/** Rows of domain 1.13: `C1` to `C18`. */
function complaints(): string[] {
  return [...readFileSync('docs/domain.md', 'utf8').matchAll(/^\| (C\d+) +\|/gm)].map(
    (match) => match[1] ?? '',
  );
}

/** Threats (`T01`), faults (`F01`), invariants (`I01`), rights tests (`R01`) and numbered rules (`rule 7`). */
function trustIds(): Set<string> {
  const page = readFileSync('docs/trust.md', 'utf8');
  const ids = [...page.matchAll(/^\| ([TF]\d\d) \||^- \*\*([IR]\d\d)\b/gm)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  const rules = [...page.matchAll(/^### Rule (\d+)/gm)].map((match) => `rule ${match[1]}`);
  return new Set([...ids, ...rules]);
}
