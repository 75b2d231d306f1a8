import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { fileRefused, SpreadsheetError } from '#api/spreadsheets/spreadsheet-error.ts';

/** Attributes by name as written, including the prefix. */
export type Attributes = Record<string, string>;

/**
 * Receives the elements of a part while it is streamed. Names have no namespace prefix. Extension
 * lists and alternatives that need an extension are skipped.
 */
export interface XmlHandler {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Limits far above any element of a workbook: nesting depth, and length of a text or tag (a cell
 * holds 32,767 characters).
 */
const MAX_DEPTH = 64;
const MAX_TOKEN = 1_000_000;

/**
 * Elements that contain markup of other namespaces under names of the main one: `x15:workbookPr` in
 * an `extLst` is not `workbookPr` (ECMA-376 part 1, 18.2.10). Of an `mc:AlternateContent` only the
 * `mc:Fallback` is read (part 3, 9.3).
 */
const FOREIGN = new Set(['extLst', 'Choice']);

/** Passes on the events of a part, except inside the `FOREIGN` elements. */
class OwnMarkup {
  readonly #handler: XmlHandler;
  /** Open elements from the outermost foreign one inward. */
  #foreign = 0;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#foreign > 0 || FOREIGN.has(name)) this.#foreign++;
    else this.#handler.open?.(name, attributes);
  }

  text(text: string): void {
    if (this.#foreign === 0) this.#handler.text?.(text);
  }

  close(name: string): void {
    if (this.#foreign > 0) this.#foreign--;
    else this.#handler.close?.(name);
  }
}

/** Streams a part through an XML parser that refuses document types and custom entities. */
export async function readXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser({ position: false, xmlns: false });
  const own = new OwnMarkup(handler);
  let depth = 0;
  let sinceToken = 0;
  parser.on('error', (error) => {
    throw fileRefused('DAMAGED', error.message.slice(0, 200));
  });
  parser.on('doctype', () => {
    throw fileRefused('DOCUMENT_TYPE');
  });
  parser.on('opentag', (tag) => {
    sinceToken = 0;
    if (++depth > MAX_DEPTH) throw fileRefused('DAMAGED', 'Elements are nested too deeply.');
    own.open(localName(tag.name), tag.attributes);
  });
  const onText = (text: string) => {
    sinceToken = 0;
    own.text(text);
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', (tag) => {
    sinceToken = 0;
    depth--;
    own.close(localName(tag.name));
  });

  let decoder: TextDecoder | undefined;
  let other: string | undefined;
  const feed = (text: string) => {
    sinceToken += text.length;
    parser.write(text);
    if (sinceToken > MAX_TOKEN)
      throw fileRefused('UNPACKS_TOO_LARGE', 'One text or tag is too long.');
  };
  for await (const chunk of chunks) {
    if (!decoder) {
      decoder = new TextDecoder(getEncoding(chunk), { fatal: true });
      other = otherEncoding(chunk);
    }
    feed(decoded(decoder, other, chunk));
  }
  if (decoder) feed(decoded(decoder, other));
  parser.close();
}

/**
 * Detects the encoding: a package's XML is UTF-8 or UTF-16 (ECMA-376 part 2, 8.1.4). UTF-16 has a
 * byte order mark or, as some programs write it, begins with half a character of zero bits (XML 1.0,
 * appendix F).
 */
function getEncoding(start: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = start;
  if (first === 0 && second === 0) throw fileRefused('OTHER_ENCODING', 'A part is UTF-32.');
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return 'utf-8';
}

/** Returns the encoding that a part declares, if it is neither UTF-8 nor UTF-16. */
function otherEncoding(start: Buffer): string | undefined {
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(
    start.toString('latin1', 0, 200),
  );
  return declared?.[1] && !/^utf-?(?:8|16)/i.test(declared[1]) ? declared[1] : undefined;
}

function decoded(decoder: TextDecoder, other: string | undefined, chunk?: Buffer): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch (error) {
    if (error instanceof SpreadsheetError) throw error;
    throw other === undefined
      ? fileRefused('DAMAGED', 'A part is not written in UTF-8.')
      : fileRefused('OTHER_ENCODING', `A part is written in ${other.slice(0, 40)}.`);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/**
 * Returns the value of an attribute with any namespace prefix: `attribute(tag, 'id')` finds `r:id`.
 */
export function attribute(attributes: Attributes, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name];
  const key = Object.keys(attributes).find((written) => written.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

/** Returns true for XML's two spellings of true. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
