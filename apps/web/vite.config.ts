import { fileURLToPath } from 'node:url';
import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pdfDecoders } from './vite-decoders.ts';
import { leanContract, leanZod, PURE_SCHEMA } from './vite-lean.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    leanContract(),
    leanZod(),
    pdfDecoders(),
    react(),
    babel({ presets: [reactCompilerPreset()] }),
  ],
  build: {
    // tools/web-size.ts reads which files a page needs.
    manifest: true,
    target: 'baseline-widely-available',
    // The colours are light-dark() pairs, which must reach the browser as they are.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content security policy has no data: for fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { manualPureFunctions: [PURE_SCHEMA] },
      output: {
        // The line that keeps zod from probing for eval runs before any schema is made only when it stands in zod's own chunk.
        codeSplitting: {
          groups: [
            { name: 'zod', test: /node_modules\/zod\/|lib\/no-eval/ },
            // What every page loads first is one part: many small ones compress worse.
            {
              name: 'base',
              test: /contract\/src\/(client|errors|endpoint|permissions|values)\.ts|web\/src\/lib\/(refresh|seal|search-state|session|tokens)\.tsx?/,
            },
          ],
        },
      },
    },
  },
  // Only `npm run dev`: the API, which serves the public pages too, answers from its own process.
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/customized-fair'].map((path) => [
        path,
        process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000',
      ]),
    ),
  },
});
