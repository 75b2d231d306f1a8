import { inflateSync } from 'node:zlib';

/**
 * Text of a PDF as a reader would copy it, one string per page, with lines as written, and its
 * embedded fonts.
 */
export type ReadPdf = { pages: string[]; embeddedFonts: string[]; title: string };

/** Reads pdfkit documents: compressed streams and two-byte fonts with a table of glyph meanings. */
export function readPdf(bytes: Buffer): ReadPdf {
  const source = bytes.toString('latin1');
  const objects = new Map(
    [...source.matchAll(/(\d+) 0 obj\s([\s\S]*?)endobj/g)].map((match) => [match[1]!, match[2]!]),
  );
  const stream = (id: string): string => {
    const object = objects.get(id)!;
    // By its length, because compressed bytes may end with a line break.
    const start = /stream\r?\n/.exec(object)!;
    const length = Number(/\/Length (\d+)/.exec(object)![1]);
    const from = start.index + start[0].length;
    const raw = Buffer.from(object.slice(from, from + length), 'latin1');
    return (object.includes('/FlateDecode') ? inflateSync(raw) : raw).toString('latin1');
  };
  const meanings = new Map<string, Map<string, string>>();
  for (const [id, object] of objects) {
    const table = /\/ToUnicode (\d+) 0 R/.exec(object)?.[1];
    if (table) meanings.set(id, glyphMeanings(stream(table)));
  }
  const fontsOf = (page: string) => {
    const resources = objects.get(/\/Resources (\d+) 0 R/.exec(page)?.[1] ?? '') ?? page;
    return new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map((match) => [
        match[1]!,
        meanings.get(match[2]!) ?? new Map<string, string>(),
      ]),
    );
  };
  const pages = [...objects.values()]
    .filter((object) => /\/Type \/Page\b/.test(object))
    .map((page) => pageText(stream(/\/Contents (\d+) 0 R/.exec(page)![1]!), fontsOf(page)));
  const embeddedFonts = [...objects.values()].flatMap((object) =>
    /\/FontFile2 \d+ 0 R/.test(object) ? [/\/FontName \/(\S+)/.exec(object)?.[1] ?? ''] : [],
  );
  const title =
    /\(([^)]*)\)/.exec(objects.get(/\/Title (\d+) 0 R/.exec(source)?.[1] ?? '') ?? '')?.[1] ?? '';
  return { pages, embeddedFonts, title };
}

/** Returns the text of each glyph of a font, keyed by its code in four hexadecimal digits. */
function glyphMeanings(table: string): Map<string, string> {
  const meanings = new Map<string, string>();
  for (const [, from = '', , list] of table.matchAll(
    /<([0-9a-fA-F]{4})> <([0-9a-fA-F]{4})> \[([^\]]*)\]/g,
  )) {
    [...(list ?? '').matchAll(/<([0-9a-fA-F ]*)>/g)].forEach(([, hex = ''], index) => {
      meanings.set(
        (Number.parseInt(from, 16) + index).toString(16).padStart(4, '0'),
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      );
    });
  }
  return meanings;
}

function pageText(
  content: string,
  fonts: ReadonlyMap<string, ReadonlyMap<string, string>>,
): string {
  const lines: string[] = [];
  let font: ReadonlyMap<string, string> = new Map();
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name) ?? new Map();
    else
      lines.push(
        [...(shown ?? '').matchAll(/<([0-9a-fA-F]*)>/g)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((code) => font.get(code.toLowerCase()) ?? '?')
          .join(''),
      );
  }
  return lines.join('\n');
}
