import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '..');
const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);

/** Files in which the pattern occurs, by their path below `src`. */
function filesWith(pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(readFileSync(path.join(SOURCES, file), 'utf8')));
}

describe('one way for each thing', () => {
  it('parts that load late come through lazyPart or lazyRoute, which end after 120 s', () => {
    expect(filesWith(/import \{[^}]*\blazy\b[^}]*\} from 'react'|\bReact\.lazy\b/)).toEqual([]);
  });

  it('dialogs of features are held by useOpened or useAsk, which a late answer cannot close', () => {
    const held = filesWith(/on(?:Close|Stay)=\{\(\) => set[A-Z]\w*\((?:undefined|false|null)\)\}/);
    // Filters and the menu are closed by the person alone.
    expect(held.toSorted()).toEqual(['app/frame/frame.tsx', 'ui/table/views/filter-bar.tsx']);
  });

  it('the stores of the browser are used through one file each, which cope if they are blocked', () => {
    const used = filesWith(
      /\b(?:localStorage|sessionStorage)\b[.[]|\bdocument\.cookie\b|\bindexedDB\b/,
    );
    expect(used.toSorted()).toEqual([
      'lib/drafts/browser-database.ts',
      'lib/session/browser-storage.ts',
    ]);
  });

  it('a document is left only where pending drafts are waited for, after signing out, or to sign in elsewhere', () => {
    const leaving = filesWith(/\blocation\.(?:reload|replace|assign)\(/);
    expect(leaving.toSorted()).toEqual([
      'app/login-document.ts',
      'lib/live/new-version.ts',
      'lib/session/sign-out.ts',
      'staff/company-sign-in/provider-step.tsx',
    ]);
  });
});
