import type { Api, Endpoint } from '@pos/contract/endpoint';
import { ERROR_STATUS } from '@pos/contract/errors';
import { accessInWords } from '@pos/contract/openapi';
import { z } from 'zod';
import { escapeHtml } from './html.ts';

type Json = Record<string, unknown>;

/**
 * Renders the contract as one page of plain HTML: a section per feature, a block per call, no
 * scripts or style attributes.
 */
export function documentsPage(apis: Record<string, Api>, version: string): string {
  const sections = Object.entries(apis).map(([feature, api]) => section(feature, api));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>POS Admin - API</title><link rel="stylesheet" href="/docs/style.css"></head><body>
<nav aria-label="Features"><strong>POS Admin API</strong>${Object.keys(apis)
    .map((feature) => `<a href="#${feature}">${feature}</a>`)
    .join('')}</nav>
<main><h1>POS Admin API</h1><p>Version ${escapeHtml(version)}. Amounts are integer cents, rates parts per million, days <code>YYYY-MM-DD</code>, instants ISO 8601 in UTC.
Send <code>Authorization: Bearer &lt;token&gt;</code>. Machine-readable: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${sections.join('\n')}
<section><h2 id="errors">Errors</h2><p>Every refusal carries <code>code</code>, <code>message</code> and <code>requestId</code>. Field errors stand in <code>errors</code>; their <code>message</code> is the same object as a JSON string.</p>
<table><thead><tr><th>Code</th><th>HTTP</th></tr></thead><tbody>${Object.entries(ERROR_STATUS)
    .map(([code, status]) => `<tr><td><code>${code}</code></td><td>${status}</td></tr>`)
    .join('')}</tbody></table></section>
</main></body></html>`;
}

function section(feature: string, api: Api): string {
  return `<section><h2 id="${feature}">${feature}</h2>${Object.entries(api)
    .map(([name, endpoint]) => call(feature, name, endpoint))
    .join('')}</section>`;
}

function call(feature: string, name: string, endpoint: Endpoint): string {
  return `<article id="${feature}.${name}"><h3><span class="method">${endpoint.method}</span> <code>${escapeHtml(endpoint.path)}</code></h3>
<p>${escapeHtml(endpoint.summary)}.${endpoint.description ? ` ${escapeHtml(endpoint.description)}` : ''}</p><p class="access">Access: ${escapeHtml(accessInWords(endpoint.access))}</p>
${fields('Path', endpoint.params)}${fields('Query', endpoint.query)}${fields(endpoint.upload ? 'Multipart fields, beside the part "file"' : 'Body', endpoint.body)}${answer(endpoint)}</article>`;
}

function fields(title: string, schema: z.ZodType | undefined): string {
  if (!schema) return '';
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  const required = new Set((json['required'] as string[] | undefined) ?? []);
  const rows = Object.entries((json['properties'] as Json | undefined) ?? {}).map(
    ([name, property]) =>
      `<tr><td><code>${escapeHtml(name)}</code>${required.has(name) ? '' : ' <span class="optional">optional</span>'}</td><td><code>${escapeHtml(typeInWords(property as Json))}</code></td></tr>`,
  );
  return rows.length > 0
    ? `<table><caption>${escapeHtml(title)}</caption><tbody>${rows.join('')}</tbody></table>`
    : '';
}

function answer(endpoint: Endpoint): string {
  const json = z.toJSONSchema(endpoint.response, { io: 'output', unrepresentable: 'any' });
  return `<details><summary>Answer</summary><pre>${escapeHtml(typeInWords(json, 0, true))}</pre></details>`;
}

/** Formats a JSON Schema as a short type: `"a" | "b"`, `integer[]`, `{ id: string, … }`. */
function typeInWords(schema: Json, depth = 0, spread = false): string {
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (options)
    return [...new Set(options.map((option) => typeInWords(option, depth, spread)))].join(' | ');
  if (schema['enum'])
    return (schema['enum'] as unknown[]).map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (schema['type'] === 'array')
    return `${typeInWords((schema['items'] as Json | undefined) ?? {}, depth, spread)}[]`;
  if (schema['type'] === 'object') return objectInWords(schema, depth, spread);
  const format = schema['format'] ? ` (${String(schema['format'])})` : '';
  return schema['type'] ? `${String(schema['type'])}${format}` : 'any';
}

function objectInWords(schema: Json, depth: number, spread: boolean): string {
  const properties = Object.entries((schema['properties'] as Json | undefined) ?? {});
  if (properties.length === 0) return '{ … }';
  const entries = properties.map(
    ([name, property]) => `${name}: ${typeInWords(property as Json, depth + 1, spread)}`,
  );
  return spread
    ? `{\n${entries.map((entry) => `${'  '.repeat(depth + 1)}${entry}`).join('\n')}\n${'  '.repeat(depth)}}`
    : `{ ${entries.join(', ')} }`;
}

/** Style sheet of the page: works on a phone and in dark mode, with the colors of the product. */
export const documentsStyle = `
:root{color-scheme:light dark;--page:light-dark(#faf9f7,#131110);--surface:light-dark(#fff,#1c1917);--line:light-dark(#e4dfda,#3a3532);--text:light-dark(#1f1a17,#f6f2ef);--quiet:light-dark(#6f655e,#a1978f);--link:light-dark(#b83317,#ff8f77)}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--text);font:14px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:200px minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px 16px;border-right:1px solid var(--line);display:flex;flex-direction:column;gap:6px}
main{padding:24px 32px 64px;max-width:960px}h1{font-size:24px;line-height:32px;margin:0 0 8px}h2{font-size:20px;margin:40px 0 12px}h3{font-size:15px;margin:0 0 4px;overflow-wrap:anywhere}
a{color:var(--link)}article{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:16px 20px;margin:0 0 16px}article p{margin:4px 0}
.method{font-weight:600}.access,.optional,caption{color:var(--quiet);font-size:12px}table{border-collapse:collapse;width:100%;margin:12px 0 0}caption{text-align:left;padding:4px 0}
td,th{border-top:1px solid var(--line);padding:4px 8px 4px 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}code,pre{font-family:ui-monospace,monospace;font-size:12.5px}pre{overflow:auto;margin:8px 0 0}
details{margin-top:12px}summary{cursor:pointer;color:var(--quiet)}:focus-visible{outline:2px solid currentColor;outline-offset:2px}
@media (max-width:760px){body{display:block}nav{position:static;height:auto;flex-flow:row wrap;border:0;border-bottom:1px solid var(--line)}main{padding:16px}}
`;
