import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Endpoint } from '@pos/contract/endpoint';
import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';

const CONTRACT = fileURLToPath(new URL('../../packages/contract/src/', import.meta.url));
/** Module that lists the calls of all features. */
const API_LIST = `${CONTRACT}api.ts`;
/** Suffix of a contract module's ID that selects only its calls. */
const CALLS = '?calls';
/** Name of a contract module's `z` in the build. */
export const PURE_SCHEMA = 'pureSchemaOfContract';

/**
 * Strips the contract in the build to the parts pages read. Of a call the browser gets method, path
 * and access: pages load no answer schemas and no schemas of other features. Schemas that pages
 * read stay unchanged, and unused ones are dropped. `npm run dev` and the tests use the full
 * contract. `calls` selects the calls that the app makes.
 */
export function leanContract(calls: (call: Endpoint) => boolean): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    resolveId: {
      // Before the bundler's own, which finds these files too.
      order: 'pre',
      filter: { id: /^\.\/[\w/-]+\.ts$/ },
      handler(source, importer) {
        // The list of all features imports only their calls.
        return importer === API_LIST ? join(CONTRACT, source) + CALLS : undefined;
      },
    },
    load: {
      filter: { id: /\/contract\/src\/[\w/-]+\.ts\?calls$/ },
      async handler(id) {
        const exports = (await import(pathToFileURL(id.slice(0, -CALLS.length)).href)) as Record<
          string,
          unknown
        >;
        const lines = Object.entries(exports)
          .filter(([name]) => name.endsWith('Api'))
          .map(
            ([name, api]) =>
              `export const ${name} = ${JSON.stringify(getCalls(api as Record<string, Endpoint>, calls))};`,
          );
        return { code: lines.join('\n'), moduleSideEffects: false };
      },
    },
    transform: {
      filter: { id: /\/contract\/src\/[\w/.-]+\.ts$/ },
      handler(code, id) {
        if (!id.startsWith(CONTRACT)) return undefined;
        if (id === API_LIST) return { code, map: null, moduleSideEffects: false };
        return { code: leanModule(code, id), map: null, moduleSideEffects: false };
      },
    },
  };
}

/** Leaves the JSON schemas of zod out of the build: only the server's documents ask for them. Calling for one throws. */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    load: {
      filter: {
        id: /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema|json-schema-generator)\.js$/,
      },
      async handler(id) {
        const names = Object.keys((await import(pathToFileURL(id).href)) as object);
        const stubs = names.map(
          (name) => `${name.startsWith('create') ? 'give' : 'refuse'} as ${name}`,
        );
        return `function refuse() { throw new Error('The web app holds no JSON schemas.'); }\nfunction give() { return refuse; }\nexport { ${stubs.join(', ')} };`;
      },
    },
  };
}

/** Selected calls of a feature. */
function getCalls(api: Record<string, Endpoint>, isMade: (call: Endpoint) => boolean) {
  return Object.fromEntries(
    Object.entries(api)
      .filter(([, call]) => isMade(call))
      .map(([name, { method, path, access }]) => [name, { method, path, access: lean(access) }]),
  );
}

/** Expressions of constants that may call functions. */
const BUILT: readonly string[] = ['CallExpression', 'ObjectExpression', 'ArrayExpression'];

/** Only the server asks for a fresh proof, and for places but for calls that concern all of them. */
const lean = (access: Endpoint['access']) => ({
  ...access,
  fresh: undefined,
  place: access.place === 'everywhere' ? access.place : undefined,
});

type Edit = { at: number; end: number; text: string };

/**
 * Splits a contract module: `defineApi({ … })` moves to a module of its own, and other constants
 * are marked as free of side effects, which the bundler cannot infer from a call, so that unused
 * ones are dropped. Each is made by a function, because the mark does not cover the calls within.
 */
function leanModule(code: string, id: string): string {
  const { program } = parseSync(`${id}.js`, code, { lang: 'js' });
  const edits: Edit[] = [];
  const imports: ESTree.ImportDeclaration[] = [];
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') imports.push(node);
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id: name, init } of declared.declarations) {
      if (!init || !BUILT.includes(init.type) || name.type !== 'Identifier') continue;
      const definesCalls =
        init.type === 'CallExpression' &&
        init.callee.type === 'Identifier' &&
        init.callee.name === 'defineApi';
      if (definesCalls)
        edits.push({
          at: node.start,
          end: node.end,
          text: `export { ${name.name} } from ${JSON.stringify(id + CALLS)};`,
        });
      else if (code.slice(init.start, init.end).includes('('))
        edits.push(
          { at: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
          { at: init.end, end: init.end, text: '))()' },
        );
    }
  }
  const cut = edits.filter(({ at, end }) => end > at);
  const isCut = (node: { start: number; end: number }) =>
    cut.some(({ at, end }) => node.start >= at && node.end <= end);
  const names = new Set<string>();
  new Visitor({
    Identifier(node) {
      if (!isCut(node)) names.add(node.name);
    },
    // It describes an item of a batch to readers of the API. No page does, and a build has no JSON schemas.
    CallExpression(node) {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'item' || isCut(node)) return;
      edits.push({ at: node.start, end: node.end, text: `${PURE_SCHEMA}.unknown()` });
    },
    MemberExpression({ object }) {
      if (object.type !== 'Identifier' || object.name !== 'z' || isCut(object)) return;
      edits.push({ at: object.start, end: object.end, text: PURE_SCHEMA });
    },
  }).visit({ ...program, body: program.body.filter(({ type }) => type !== 'ImportDeclaration') });
  edits.push(...imports.flatMap((node) => leanImport(node, names)));
  edits.sort((a, b) => b.at - a.at || b.end - a.end);
  return edits.reduce(
    (text, edit) => text.slice(0, edit.at) + edit.text + text.slice(edit.end),
    code,
  );
}

/**
 * Drops an import of what only calls named: chunks are made of the modules that a page reaches by its
 * imports.
 */
function leanImport(node: ESTree.ImportDeclaration, names: ReadonlySet<string>): Edit[] {
  const { start, end, specifiers, source } = node;
  if (specifiers.length > 0 && !specifiers.some(({ local }) => names.has(local.name)))
    return [{ at: start, end, text: '' }];
  if (source.value !== 'zod') return [];
  return specifiers
    .filter(({ local }) => local.name === 'z')
    .map((each) => ({ at: each.start, end: each.end, text: `z as ${PURE_SCHEMA}` }));
}
