import bidiModule from 'bidi-js';
import type { Face } from './fonts.ts';

/**
 * A piece of a line in one face and direction. Right-to-left text is in reading order; fontkit
 * reverses it.
 */
export interface ScriptRun {
  text: string;
  face: Face;
  rightToLeft: boolean;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const LEFT_TO_RIGHT_LETTER =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HEBREW = /[\p{Script=Hebrew}\u0591-\u05F4]/u;
const ARABIC = /[\p{Script=Arabic}\u0600-\u06FF\u200C\u200D]/u;
const EAST_ASIAN =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\u3000-\u303F\uFF00-\uFFEF]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/** A function at run time, although its types declare a module with a default export. */
const bidi = (bidiModule as unknown as typeof bidiModule.default)();

/** Returns true if the text must be reordered to be read. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/**
 * Splits a line into pieces from left to right as printed (UAX #9), each in the first face that has
 * its characters. A line without left-to-right letters starts at the right. `has` tells if a face
 * has a glyph.
 */
export function scriptRuns(
  text: string,
  has: (face: Face, character: string) => boolean,
): ScriptRun[] {
  const getFace = (character: string) =>
    getFontFaces(character, text).find((face) => has(face, character)) ?? 'inter';
  if (!isRightToLeft(text)) return byFace(text, getFace, false);
  const levels = bidi.getEmbeddingLevels(
    text,
    LEFT_TO_RIGHT_LETTER.test(text) ? 'ltr' : 'rtl',
  ).levels;
  return visualOrder(levelRuns(text, levels)).flatMap(({ text: run, level }) => {
    if (level % 2 === 0) return byFace(run, getFace, false);
    const mirrored = Array.from(
      run,
      (character) => bidi.getMirroredCharacter(character) ?? character,
    ).join('');
    return byFace(mirrored, getFace, true).toReversed().map(turned);
  });
}

/**
 * Returns the faces that may have a character, in order of preference. Han characters follow the
 * language of their text.
 */
export function getFontFaces(character: string, text: string): readonly Face[] {
  if (EAST_ASIAN.test(character)) {
    if (KANA.test(text)) return ['inter', 'japanese', 'chinese', 'korean'];
    return HANGUL.test(text)
      ? ['inter', 'korean', 'chinese', 'japanese']
      : ['inter', 'chinese', 'japanese', 'korean'];
  }
  if (HEBREW.test(character)) return ['inter', 'hebrew'];
  return ARABIC.test(character) ? ['inter', 'arabic'] : ['inter'];
}

function byFace(
  text: string,
  getFace: (character: string) => Face,
  rightToLeft: boolean,
): ScriptRun[] {
  const runs: ScriptRun[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    // A mark belongs to the letter before it.
    const face = last && /\p{M}/u.test(character) ? last.face : getFace(character);
    if (last?.face === face) last.text += character;
    else runs.push({ text: character, face, rightToLeft });
  }
  return runs;
}

/**
 * Reverses neutral text within right-to-left runs, because fontkit reverses only right-to-left
 * scripts.
 */
function turned(run: ScriptRun): ScriptRun {
  if (isRightToLeft(run.text)) return run;
  return { ...run, text: Array.from(run.text).toReversed().join(''), rightToLeft: false };
}

interface LevelRun {
  text: string;
  level: number;
}

function levelRuns(text: string, levels: Uint8Array): LevelRun[] {
  const runs: LevelRun[] = [];
  let at = 0;
  for (const character of text) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.text += character;
    else runs.push({ text: character, level });
    at += character.length;
  }
  return runs;
}

/**
 * Rule L2: reverses each sequence of runs at or above a level, from the highest level to the lowest
 * odd one.
 */
function visualOrder(runs: readonly LevelRun[]): LevelRun[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while (to < ordered.length && ordered[to]!.level >= level) to++;
      if (to - from > 1) ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed());
      from = Math.max(from, to);
    }
  }
  return ordered;
}

const BREAKS_ANYWHERE =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}、。，．・：；？！ー';
const PIECES = new RegExp(`[${BREAKS_ANYWHERE}]|[^${BREAKS_ANYWHERE}]+`, 'gu');

/** A word that is never broken, and a flag for a space before it. */
export interface Word {
  text: string;
  space: boolean;
}

/**
 * Splits a text into words. Chinese and Japanese have no spaces and break between any two
 * characters.
 */
export function splitWords(text: string): Word[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word, at) =>
      (word.match(PIECES) ?? []).map((piece, place) => ({
        text: piece,
        space: at > 0 && place === 0,
      })),
    );
}

/**
 * Returns true for codes read digit by digit: an order number, ISBN, SKU or date. A code stays on
 * one line, however narrow.
 */
export function isCode(word: string): boolean {
  return (
    word.length <= 60 &&
    /^[\p{P}$]*[\p{L}\p{N}][\p{L}\p{N}\-_./:]*[\p{P}]*$/u.test(word) &&
    (/\d/.test(word) || /^[A-Z-]{3,}$/.test(word))
  );
}
