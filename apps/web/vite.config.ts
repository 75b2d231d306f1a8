import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkNames } from './vite-chunks.ts';
import { pdfDecoders } from './vite-decoders.ts';
import { LAYERED, scopedName } from './vite-layers.ts';
import { leanContract, leanZod, PURE_SCHEMA } from './vite-lean.ts';

/** Scripts that the first page loads. */
const IN_FIRST_PAGE = /^assets\/(?:rolldown-runtime|schemas|base|jsx-runtime|button)-[^/]*\.js$/;

/** Pages that the first load brings and that are drawn a few times: sign-in and errors. */
const SMALL_RATHER_THAN_MEMOIZED = /\/src\/(staff\/sign-in|app\/pages)\/.*\.tsx$/;

/** Stops the build if the file has moved. */
const NO_EVAL = realpathSync(new URL('./src/lib/session/no-eval.ts', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    // Registers and public pages have no page here that makes their calls.
    leanContract(({ path }) => !/^\/v1\/(?:pos\/|public\/customized)/.test(path)),
    leanZod(),
    pdfDecoders(),
    react({ compiler: true, exclude: [/\/node_modules\//, SMALL_RATHER_THAN_MEMOIZED] }),
  ],
  css: {
    postcss: { plugins: [LAYERED] },
    modules: { generateScopedName: scopedName },
  },
  build: {
    // tools/web-size.ts reads the files that a page needs.
    manifest: true,
    target: 'baseline-widely-available',
    // Colors are light-dark() pairs, which must not be transformed.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content security policy forbids data: URLs for fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The first page lists the files of every page, but not those that it has itself.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !IN_FIRST_PAGE.test(file)) : files,
    },
    rolldownOptions: {
      treeshake: { manualPureFunctions: [PURE_SCHEMA] },
      output: {
        // The first page names every file, so that shorter names make it smaller.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        // The call that keeps zod from probing for eval must run before any schema is created, so
        // it is in zod's own chunk.
        codeSplitting: {
          groups: [
            { name: 'schemas', test: (id) => id.includes('/node_modules/zod/') || id === NO_EVAL },
            // Code that every page loads first is one chunk: many small ones compress worse.
            {
              name: 'base',
              test: /contract\/src\/(addresses|client|errors|endpoint|permissions|values|values\/counts|staff\/support-contact)\.ts|web\/src\/lib\/(api\/refresh|drafts\/seal|lists\/(search-state|saved-looks)|session\/(session|tokens|open-sign-in))\.tsx?|web\/src\/ui\/buttons\/link\.tsx|\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes|icons\/Icon(AlertCircle|AlertTriangle|Check|CircleCheck|InfoCircle)\.)/,
            },
            // Looks of fields, which lists with filters and every form load.
            {
              name: 'boxes',
              test: /web\/src\/ui\/fields\/(box-class|field-messages|(box|checkbox|fields)\.module)/,
              includeDependenciesRecursively: false,
            },
            // Charts and their library are one chunk, loaded with the first of them.
            {
              name: 'chart',
              test: /node_modules\/(d3-|internmap)|web\/src\/ui\/chart\//,
              includeDependenciesRecursively: false,
            },
            { name: chunkNames(), includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  // Only for `npm run dev`: the API, which also serves the public pages, runs in its own process.
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/customized-fair'].map((path) => [
        path,
        process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000',
      ]),
    ),
  },
});
