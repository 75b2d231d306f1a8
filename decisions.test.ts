import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Proves that the records in docs/decisions have one form, one numbering and working citations. */
const FOLDER = 'docs/decisions';
const RECORDS = globSync(`${FOLDER}/[0-9]*.md`)
  .sort()
  .map((file) => ({ file, name: path.basename(file), text: readFileSync(file, 'utf8') }));
const INDEX = readFileSync(`${FOLDER}/README.md`, 'utf8');
const MAX_LINES = 60;

const CITING = [
  ...globSync('{apps,packages,tools,e2e}/**/*.{ts,tsx,css}', {
    exclude: ['**/node_modules/**', '**/dist/**'],
  }),
  ...globSync('*.{ts,md}'),
  ...globSync('docs/*.md'),
];

describe('decision records', () => {
  it('are numbered from 0001 without gaps', () => {
    const expected = RECORDS.map((_, index) => String(index + 1).padStart(4, '0'));
    expect(RECORDS.map(({ name }) => name.slice(0, 4))).toEqual(expected);
  });

  it.each(RECORDS)('$name has its number, status, context, decision and consequences', (record) => {
    const headings = [...record.text.matchAll(/^#{1,2} .+$/gm)].map(([heading]) => heading);
    expect(headings[0]).toMatch(new RegExp(`^# ${Number(record.name.slice(0, 4))}\\. \\S`));
    const status = record.text.split('\n')[2] ?? '';
    // One that a page of docs tells now is a line that leads there.
    const [, page] = /^Status: moved to \[[^\]]+\]\(\.\.\/([^)#]+)/.exec(status) ?? [];
    if (page) expect(existsSync(`docs/${page}`), page).toBe(true);
    else {
      expect(headings.slice(1)).toEqual(['## Context', '## Decision', '## Consequences']);
      expect(status).toMatch(/^Status: (accepted|superseded by \[\d+\])/);
    }
    expect(record.text.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
  });

  it('stand in the index by number and title', () => {
    const listed = [...INDEX.matchAll(/^\| +(\d+) +\| \[(.+?)\]\((.+?)\)/gm)].map((row) =>
      row.slice(1, 4),
    );
    const records = RECORDS.map(({ name, text }) => {
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? [];
      return [number, title, name];
    });
    expect(listed).toEqual(records);
  });

  it('exist for every number that code and documents cite', () => {
    const known = new Set(RECORDS.map(({ name }) => name.slice(0, 4)));
    const cited = CITING.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bdecisions? (\d{4})\b/g)].map((match) => ({
        file,
        number: match[1] ?? '',
      })),
    );
    expect(cited.length).toBeGreaterThan(3);
    expect(cited.filter(({ number }) => !known.has(number))).toEqual([]);
  });
});
