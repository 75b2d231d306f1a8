import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** Maximum transfer size of a page: compressed JavaScript and CSS without fonts, in KB. */
const BUDGETS = [
  { page: 'login', budgetKb: 170, modules: ['src/features/sign-in/login-page.tsx'] },
  { page: 'dashboard', budgetKb: 250, modules: ['src/features/dashboard/dashboard-page.tsx'] },
  { page: 'devices list', budgetKb: 250, modules: ['src/features/devices/devices-page.tsx'] },
  { page: 'orders list', budgetKb: 250, modules: ['src/features/orders/orders-page.tsx'] },
  { page: 'payments list', budgetKb: 250, modules: ['src/features/payments/payments-page.tsx'] },
  { page: 'fairs list', budgetKb: 250, modules: ['src/features/fairs/fairs-page.tsx'] },
  { page: 'schools list', budgetKb: 250, modules: ['src/features/schools/schools-page.tsx'] },
  {
    page: 'fair inventory',
    budgetKb: 250,
    modules: ['src/features/inventory/fair-inventory-page.tsx'],
  },
  {
    page: 'all inventory',
    budgetKb: 250,
    modules: ['src/features/inventory/all-inventory-page.tsx'],
  },
  { page: 'students list', budgetKb: 250, modules: ['src/features/students/students-page.tsx'] },
  // The PDF renderer loads after the first paint.
  { page: 'templates', budgetKb: 250, modules: ['src/features/templates/templates-page.tsx'] },
  { page: 'roles list', budgetKb: 250, modules: ['src/features/roles/roles-page.tsx'] },
  // The report itself loads on demand.
  { page: 'reports', budgetKb: 250, modules: ['src/features/reports/reports-page.tsx'] },
  { page: 'users list', budgetKb: 250, modules: ['src/features/admins/users-page.tsx'] },
];

/** Maximum number of files of a page: a browser asks for six at a time over HTTP/1.1. */
const MAX_FILES = 45;

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[] };

const dist = fileURLToPath(new URL('../apps/web/dist', import.meta.url));
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;
const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry);

let failed = 0;
for (const { page, budgetKb, modules } of BUDGETS) {
  const files = filesOf([...entries, ...modules, ...frameOf(modules)]);
  const kb =
    [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length,
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
process.exitCode = failed > 0 ? 1 : 0;

/** Returns the frame's module for a signed-in page, which is a separate chunk. */
function frameOf(modules: readonly string[]): string[] {
  return modules.some((name) => name.includes('sign-in'))
    ? []
    : Object.keys(manifest).filter((name) => name.endsWith('src/app/frame/frame.tsx'));
}

/** Returns every file that these modules load before rendering. */
function filesOf(modules: readonly string[]): Set<string> {
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
