import { PDFDocument } from '@cantoo/pdf-lib';
import { textLayer, type FilledField, type Page, type Unfit } from './text-layer.ts';

/** Content of a document. */
export type Layout = {
  artwork: Uint8Array;
  pages: readonly Page[];
  fields: readonly FilledField[];
  title: string;
};

/**
 * Combines the artwork with the text layer on top, both unchanged. Deterministic: the same layout
 * gives the same bytes.
 */
export async function compose({
  artwork,
  pages,
  fields,
  title,
}: Layout): Promise<{ pdf: Uint8Array } | { unfit: Unfit[] }> {
  const layer = await textLayer(pages, fields);
  if ('unfit' in layer) return layer;
  const document = await PDFDocument.load(artwork, { updateMetadata: false });
  const used = pages.flatMap((_, at) =>
    fields.some(({ placed, text }) => placed.page === at + 1 && text !== '') ? [at] : [],
  );
  const drawn = used.length > 0 ? await document.embedPdf(layer.pdf, used) : [];
  for (const [index, at] of used.entries()) document.getPage(at).drawPage(drawn[index]!);
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setLanguage('en-US');
  return {
    pdf: await document.save({
      useObjectStreams: false,
      addDefaultPage: false,
      updateFieldAppearances: false,
    }),
  };
}
