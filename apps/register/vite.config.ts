import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanContract, leanZod, PURE_SCHEMA } from '../web/vite-lean.ts';
import { precache } from './vite-precache.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const { version } = JSON.parse(readFileSync(here('package.json'), 'utf8')) as { version: string };

export default defineConfig({
  root: here('.'),
  base: '/register/',
  plugins: [
    leanContract(({ path }) => path.startsWith('/v1/pos/')),
    leanZod(),
    react({ compiler: true }),
    precache(),
  ],
  // Heartbeats tell it to the office.
  define: { APP_VERSION: JSON.stringify(version) },
  build: {
    // The server finds the register below the web app (apps/api/src/http/pages/register-app.ts).
    outDir: here('../web/dist/register'),
    // tools/web-size.ts reads the files of the first load.
    manifest: true,
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { manualPureFunctions: [PURE_SCHEMA] },
      input: {
        register: here('index.html'),
        receipt: here('receipt.html'),
        worker: here('src/worker/worker.ts'),
      },
      output: {
        entryFileNames: ({ name }) =>
          name === 'worker' ? 'worker.js' : 'assets/[name]-[hash:8].js',
        chunkFileNames: 'assets/[name]-[hash:8].js',
        assetFileNames: 'assets/[name]-[hash:8][extname]',
      },
    },
  },
  // Only for `npm run dev`: the API runs in its own process.
  server: { proxy: { '/v1': process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000' } },
});
