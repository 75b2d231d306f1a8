import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { addChangingWords } from './changing.ts';
import { addDrawerWords } from './drawer.ts';
import { addHelpingWords } from './helping.ts';
import { addReturningWords } from './returning.ts';
import { addReceiptWords } from './receipts.ts';
import { WORDS, wordsIn } from './words.ts';

type Part = ReturnType<IntlMessageFormat['getAst']>[number];

addChangingWords();
addHelpingWords();
addDrawerWords();
addReturningWords();
addReceiptWords();

/** Type of a part that is plain text. */
const LITERAL = 0;

/** Names of the values of a message, also inside of its plurals. */
function findValues(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => [
    ...('value' in part && (part.type as number) !== LITERAL ? [part.value] : []),
    ...('options' in part
      ? Object.values(part.options).flatMap(({ value }) => findValues(value))
      : []),
  ]);
}

test('every message has the same values in English and in Spanish', () => {
  const values = (text = '') =>
    [...new Set(findValues(new IntlMessageFormat(text, 'en').getAst()))].toSorted();
  const differing = Object.entries(WORDS.en).filter(
    ([key, text]) =>
      String(values(text)) !== String(values(WORDS.es[key as keyof typeof WORDS.es])),
  );
  expect(differing).toEqual([]);
});

test('no part of the words takes the place of a message of another part', async () => {
  const folder = path.join(import.meta.dirname, 'en');
  const parts = await Promise.all(
    globSync('*.ts', { cwd: folder }).map(
      (file) => import(path.join(folder, file)) as Promise<Record<string, object>>,
    ),
  );
  const keys = parts.flatMap((part) => Object.values(part).flatMap((words) => Object.keys(words)));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test('every message is on a screen', () => {
  const sources = path.resolve(import.meta.dirname, '..');
  const code = globSync('{app,frame,receipt,screens,ui}/**/*.{ts,tsx}', { cwd: sources })
    .map((file) => readFileSync(path.join(sources, file), 'utf8'))
    .join('\n');
  // `no_${reason}` says all of them.
  const said = (key: string) =>
    code.includes(`'${key}'`) || code.includes(`\`${key.replace(/_.*/, '')}_\${`);
  expect(Object.keys(WORDS.en).filter((key) => !said(key))).toEqual([]);
});

test('amounts and counts are said as people say them', () => {
  const [english, spanish] = [wordsIn('en'), wordsIn('es')];
  expect([english('kept', { count: 1 }), spanish('kept', { count: 6 })]).toEqual([
    '1 kept here',
    '6 guardadas aquí',
  ]);
  expect(spanish('pay', { amount: '$28.65' })).toBe('Cobrar $28.65');
});
