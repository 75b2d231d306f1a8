import { isUtf8 } from 'node:buffer';
import { isPlainText, NOT_TEXT } from '@pos/contract/plain-text';
import { invalid } from './failure.ts';

/** Maximum nesting of objects and arrays in a body. */
const MAX_DEPTH = 64;

/** A field of a JSON body that is refused whatever its schema says. */
export type Fault = { path: (string | number)[]; message: string };
/** A parsed JSON body. `value` is undefined if nothing was sent. */
export class JsonBody {
  readonly value: unknown;
  readonly faults: readonly Fault[];

  constructor(value: unknown, faults: readonly Fault[]) {
    this.value = value;
    this.faults = faults;
  }
}

const NOT_JSON = 'The request cannot be read as JSON.';

/**
 * Reads a body as JSON in UTF-8. Throws VALIDATION_FAILED on `body` for a byte order mark or
 * invalid JSON. Fields that are repeated, named `__proto__`, not valid text or nested too deeply
 * are listed as faults, so that a batch can refuse only the item that contains them.
 */
export function readJson(bytes: Buffer): JsonBody {
  if (bytes.length === 0) return new JsonBody(undefined, []);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw invalid({ body: 'Send JSON without a byte order mark.' });
  }
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw invalid({ body: NOT_JSON });
  }
  return new JsonBody(value, findFaults(bytes));
}

/** An object or array being read. `next` is the name or index expected next. */
type Frame = { names: Set<string> | undefined; next: string | number };

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Finds the faults of valid JSON in one pass over its bytes, because JSON.parse silently keeps the
 * last of two equal names, and decoding turns invalid UTF-8 into U+FFFD.
 */
function findFaults(bytes: Buffer): Fault[] {
  const json = bytes.toString('latin1');
  const text = { isClean: isUtf8(bytes), hasEscapes: json.includes('\\u') };
  const frames: Frame[] = [];
  const faults: Fault[] = [];
  const fault = (message: string, depth = frames.length) =>
    faults.push({ path: frames.slice(0, depth).map(({ next }) => next), message });
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    const frame = frames.at(-1);
    if (code === QUOTE) {
      const end = endOfString(json, at);
      const message = readString(bytes, json, { at, end, ...text }, frame);
      if (message !== undefined) fault(message);
      at = end;
    } else if (code === COMMA) {
      if (typeof frame?.next === 'number') frame.next += 1;
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) frames.pop();
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (frames.length < MAX_DEPTH) frames.push(openFrame(code));
      else {
        fault('This is nested too deeply.', 2);
        at = endOfNest(json, at);
      }
    }
  }
  return faults;
}

function openFrame(bracket: number): Frame {
  return bracket === OPEN_OBJECT ? { names: new Set(), next: '' } : { names: undefined, next: 0 };
}

/** Reads a string, which may be the name of the frame's next field. Returns its fault, if any. */
function readString(
  bytes: Buffer,
  json: string,
  place: Place,
  frame: Frame | undefined,
): string | undefined {
  const isText = isTextBetween(bytes, json, place);
  const fault = isText ? undefined : NOT_TEXT;
  if (!frame?.names || !isName(json, place.end)) return fault;
  const name = decoded(bytes, json, place.at, place.end);
  frame.next = name;
  const isRepeated = frame.names.has(name);
  frame.names.add(name);
  if (fault) return fault;
  if (name === '__proto__') return 'Unknown field.';
  return isRepeated ? 'This field is given more than once.' : undefined;
}

/** Returns the index of the quote that ends the string starting at `at`. */
function endOfString(json: string, at: number): number {
  for (let end = json.indexOf('"', at + 1); ; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json.charCodeAt(before) === BACKSLASH) before -= 1;
    // A quote after an odd number of backslashes is escaped.
    if ((end - before) % 2 === 1) return end;
  }
}

/** Returns the index of the bracket that closes the one at `at`. */
function endOfNest(json: string, at: number): number {
  let depth = 0;
  for (let end = at; ; end++) {
    const code = json.charCodeAt(end);
    if (code === QUOTE) end = endOfString(json, end);
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth += 1;
    else if ((code === CLOSE_OBJECT || code === CLOSE_ARRAY) && --depth === 0) return end;
  }
}

/** Returns true if the string ending at `end` is the name of a field. */
function isName(json: string, end: number): boolean {
  let next = end + 1;
  while (json.charCodeAt(next) <= 0x20) next += 1;
  return json.charCodeAt(next) === COLON;
}

/** Position of a string, and flags: all bytes are UTF-8, and none is escaped by number. */
type Place = { at: number; end: number; isClean: boolean; hasEscapes: boolean };

/**
 * Returns true for plain text in UTF-8. JSON can contain NUL and lone surrogates only as escapes.
 */
function isTextBetween(bytes: Buffer, json: string, { at, end, ...text }: Place): boolean {
  if (!text.isClean && !isUtf8(bytes.subarray(at, end + 1))) return false;
  return !text.hasEscapes || isPlainText(decoded(bytes, json, at, end));
}

/** Returns the text of a string from quote to quote. Invalid UTF-8 becomes U+FFFD. */
function decoded(bytes: Buffer, json: string, at: number, end: number): string {
  const raw = json.slice(at + 1, end);
  const isLiteral = /^[^\\\u0080-\u00ff]*$/.test(raw);
  return isLiteral ? raw : (JSON.parse(bytes.toString('utf8', at, end + 1)) as string);
}
