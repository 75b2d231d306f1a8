import { PUBLIC_PAGES } from '#api/templates/templates/merge-fields.service.ts';
import { html, type Html } from '#api/http/pages/html.ts';
import { bunting, books } from './page-art.ts';
import { pageStyle } from './page-files.ts';

/** Renders a short page for people without an account, in the look of the public pages. */
export function plainPage(heading: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="${PUBLIC_PAGES}/${pageStyle(null).name}">
</head>
<body><main class="page">
<header class="hero plain">${bunting}<h1>${heading}</h1>${books}</header>
${content}
</main></body>
</html>
`.text;
}
