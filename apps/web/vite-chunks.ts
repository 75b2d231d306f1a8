import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type NameChunk = Rolldown.CodeSplittingNameFunction;
type Modules = Parameters<NameChunk>[1];

const sources = fileURLToPath(new URL('./src/', import.meta.url));
const FIRST = `${sources}main.tsx`;
const SIGN_IN = `${sources}staff/sign-in/login-page.tsx`;
/** Loaded without the frame, or before it. */
const EARLY = [
  'staff/sign-in/forgot-password-page.tsx',
  'staff/sign-in/set-password-page.tsx',
  'staff/sign-in/verify-account-page.tsx',
  'lib/api/api.ts',
].map((file) => sources + file);
const FRAME = `${sources}app/frame/frame.tsx`;
const TABLE = `${sources}ui/table/data-table.tsx`;
/** Pages of the menu without a table. */
const OTHER_PAGES = [
  `${sources}reports/dashboard/dashboard-page.tsx`,
  `${sources}reports/reports/reports-page.tsx`,
  `${sources}templates/templates/templates-page.tsx`,
];
/** Share of the lists that must load a module for all of them to load it. */
const LIST_SHARE = 0.6;

/**
 * Names the chunk of each module that most signed-in pages load; the bundler splits the rest.
 * Without this it makes a file for nearly every shared module: a list would load over a hundred,
 * half of them smaller than the headers of their request.
 *
 * - `session-parts`: loaded with the frame, but also without it or before
 * - `frame-parts`: loaded with the frame, and so with every signed-in page
 * - `page-parts`: loaded with most lists and with another page of the menu
 * - `list-parts`: loaded with most lists
 *
 * Code of the first page and of the login page is in none of them. What a module of a chunk imports
 * is in the same chunk, or in one that loads before it.
 */
export function chunkNames(): NameChunk {
  let names: ReadonlyMap<string, string> | undefined;
  return (id, modules) => {
    names ??= nameChunks(modules);
    return names.get(id);
  };
}

function nameChunks(modules: Modules): Map<string, string> {
  const loadedWith = (start: string) => {
    if (!modules.getModuleInfo(start)) throw new Error(`${start} is not part of the build.`);
    return reach(start, (id) => findImports(id, modules));
  };
  const first = loadedWith(FIRST);
  const signIn = loadedWith(SIGN_IN);
  const early = new Set(EARLY.flatMap((file) => [...loadedWith(file)]));
  const frame = loadedWith(FRAME);
  const others = OTHER_PAGES.map(loadedWith);
  const lists = findPages(modules)
    .map(loadedWith)
    .filter((loaded) => loaded.has(TABLE));
  const countLists = (id: string) => lists.filter((loaded) => loaded.has(id)).length;
  const names = new Map<string, string>();
  for (const id of new Set([...frame, ...lists.flatMap((loaded) => [...loaded])])) {
    if (first.has(id) || signIn.has(id)) continue;
    if (frame.has(id)) names.set(id, early.has(id) ? 'session-parts' : 'frame-parts');
    else if (countLists(id) >= lists.length * LIST_SHARE)
      names.set(id, others.some((loaded) => loaded.has(id)) ? 'page-parts' : 'list-parts');
  }
  return names;
}

/** Returns the modules that are loaded on demand, of all that the first page can reach. */
function findPages(modules: Modules): string[] {
  const pages = (id: string) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const all = reach(FIRST, (id) => [...findImports(id, modules), ...pages(id)]);
  return [...new Set([...all].flatMap(pages))];
}

/** Returns the modules that a module loads. Of the list of all icons, those that it names. */
function findImports(id: string, modules: Modules): string[] {
  const { importedIds = [], code } = modules.getModuleInfo(id) ?? {};
  return importedIds.flatMap((imported) => {
    if (!imported.endsWith('/tabler-icons-react.mjs')) return [imported];
    const names = new Set(code?.match(/\bIcon[A-Z]\w+/g));
    return [...names].map((name) => imported.replace(/[^/]+$/, `icons/${name}.mjs`));
  });
}

/** Returns `start` and all that `next` leads to from there. */
function reach(start: string, next: (id: string) => readonly string[]): Set<string> {
  const found = new Set([start]);
  for (const id of found) for (const each of next(id)) found.add(each);
  return found;
}
