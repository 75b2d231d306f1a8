import { createReadStream, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync(resolve('pdfjs-dist/package.json'), 'utf8')) as {
  version: string;
};
/**
 * Decoders for JPEG 2000, JBIG2 and fax images in plain JavaScript, because the content security
 * policy forbids WebAssembly.
 */
const FILES = ['openjpeg_nowasm_fallback.js', 'jbig2_nowasm_fallback.js'].map((name) =>
  path.join(path.dirname(resolve('pdfjs-dist/package.json')), 'wasm', name),
);

/**
 * Emits the decoders that pdf.js loads by name with the first PDF that has such an image, under
 * /assets/pdf-decoders-VERSION/.
 */
export function pdfDecoders(): Plugin {
  const base = `assets/pdf-decoders-${version}/`;
  return {
    name: 'pdf-decoders',
    generateBundle() {
      for (const file of FILES)
        this.emitFile({
          type: 'asset',
          fileName: base + path.basename(file),
          source: readFileSync(file),
        });
    },
    configureServer(server) {
      for (const file of FILES) {
        server.middlewares.use(`/${base}${path.basename(file)}`, (_, response) => {
          response.setHeader('content-type', 'text/javascript');
          createReadStream(file).pipe(response);
        });
      }
    },
  };
}
