import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** Address of the page, which is the index file of the build. */
const PAGE = '/register';

/**
 * Writes the list of all files of the build into the service worker, in the form that
 * `workbox-precaching` reads: names of files change with their contents, the page has a revision.
 */
export function precache(): Plugin {
  return {
    name: 'precache',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle['worker.js'];
        const page = bundle['index.html'];
        if (worker?.type !== 'chunk' || page?.type !== 'asset')
          throw new Error('The build has no page or no service worker.');
        const files = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/'))
          .toSorted()
          .map((name) => ({ url: `${PAGE}/${name}`, revision: null }));
        const revision = createHash('sha256').update(page.source).digest('hex').slice(0, 16);
        const list = JSON.stringify([{ url: PAGE, revision }, ...files]);
        if (!worker.code.includes('PRECACHED')) throw new Error('The worker reads no list.');
        worker.code = worker.code.replace('PRECACHED', () => list);
      },
    },
  };
}
