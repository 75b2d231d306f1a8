import type PDFKit from 'pdfkit';

/** Creation date in documents that must have the same bytes on every run. */
export const FIXED_DATE = new Date(0);

/** Returns the bytes of a document once it has ended. */
export function collected(document: typeof PDFKit.prototype): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
}
