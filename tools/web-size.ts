import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/**
 * Maximum transfer size of a page, in KB: gzipped JavaScript and CSS without fonts, until the page can be
 * used. `npm run bench -- register` adds up the same of the register as a browser loads it.
 */
const MAX_KB = { login: 170, register: 200, other: 250 };
/** Modules of the pages. The PDF renderer of templates and each report load after the first paint. */
const PAGES = {
  login: 'staff/sign-in/login-page.tsx',
  dashboard: 'reports/dashboard/dashboard-page.tsx',
  'devices list': 'fairs/devices/devices-page.tsx',
  'orders list': 'sales/orders/orders-page.tsx',
  'payments list': 'sales/payments/payments-page.tsx',
  'fairs list': 'fairs/fairs/fairs-page.tsx',
  'schools list': 'fairs/schools/schools-page.tsx',
  'fair inventory': 'stock/inventory/fair-inventory-page.tsx',
  'all inventory': 'stock/inventory/all-inventory-page.tsx',
  'students list': 'students/students/students-page.tsx',
  templates: 'templates/templates/templates-page.tsx',
  'roles list': 'staff/roles/roles-page.tsx',
  reports: 'reports/reports/reports-page.tsx',
  'users list': 'staff/admins/users-page.tsx',
};
/** Maximum number of files of a page: a browser asks for six at a time over HTTP/1.1. */
const MAX_FILES = 45;

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[] };

type Manifest = Record<string, Chunk>;

const dist = fileURLToPath(new URL('../apps/web/dist', import.meta.url));

let failed = 0;
const web = readManifest(dist);
const entries = findEntries(web);
for (const [page, module] of Object.entries(PAGES))
  measure(page, page === 'login' ? MAX_KB.login : MAX_KB.other, dist, web, [
    ...entries,
    `src/${module}`,
  ]);
const registerDist = path.join(dist, 'register');
const register = readManifest(registerDist);
measure('the register', MAX_KB.register, registerDist, register, ['index.html']);
process.exitCode = failed > 0 ? 1 : 0;

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
}

function findEntries(manifest: Manifest): string[] {
  return Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
}

/** Prints the size of a page, and notes whether it is too large. */
function measure(
  page: string,
  budgetKb: number,
  folder: string,
  manifest: Manifest,
  modules: readonly string[],
): void {
  const files = findFiles(manifest, modules);
  const kb =
    [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length,
      0,
    ) / 1024;
  const faults = [
    ...(kb > budgetKb ? ['TOO LARGE'] : []),
    ...(files.size > MAX_FILES ? ['TOO MANY FILES'] : []),
  ];
  const size = `${kb.toFixed(1).padStart(6)} KB of ${budgetKb} in ${files.size} of ${MAX_FILES} files`;
  process.stdout.write(`${[`${page.padEnd(14)} ${size}`, ...faults].join(', ')}\n`);
  if (faults.length > 0) failed += 1;
}

/** Returns every file that these modules load before rendering. */
function findFiles(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not part of the build.`);
    if (seen.has(name)) return;
    seen.add(name);
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of modules) visit(name);
  return files;
}
