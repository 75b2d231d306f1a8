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
  const feed = (text: string) => {
    sinceToken += text.length;
    parser.write(text);
    if (sinceToken > MAX_TOKEN)
      throw fileRefused('UNPACKS_TOO_LARGE', 'One text or tag is too long.');
  };
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    feed(decoded(decoder, chunk));
  }
  if (decoder) feed(decoded(decoder));
  parser.close();
}

/**
 * Detects the encoding: a package's XML is UTF-8 or UTF-16 (ECMA-376 part 2, 8.1.4), and UTF-16 has
 * a byte order mark.
 */
function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
}

function decoded(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch (error) {
    throw error instanceof SpreadsheetError
      ? error
      : fileRefused('DAMAGED', 'A part is not written in UTF-8.');
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
