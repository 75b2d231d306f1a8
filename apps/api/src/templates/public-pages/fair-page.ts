import { pageUrl, PUBLIC_PAGES } from '#api/templates/templates/merge-fields.service.ts';
import { SELECT_TEMPLATE } from '@pos/contract/templates/customizations';
import type { CustomizedFair, PublicDocument } from '@pos/contract/templates/public-pages';
import type { SupportContact } from '@pos/contract/staff/support-contact';
import type { Day } from '@pos/contract/values';
import { fullZoneName } from '@pos/contract/values/clock';
import { spellDay } from '@pos/contract/values/days';
import { encodeQR } from 'qr';
import { html, type Html } from '#api/http/pages/html.ts';
import { SCRIPT, pageStyle } from './page-files.ts';
import { books, bunting, cover, icon } from './page-art.ts';

/** Form field name of each selected template ID. */
export const CHOSEN = 'template';
/** White modules around a QR code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/**
 * Renders the public page of a fair. `url` is its own address, which its QR code contains.
 * `problem` is an error in the selection of documents.
 */
export function fairPage(page: CustomizedFair, url: string, problem?: string): string {
  const {
    fairName,
    schoolName,
    hours,
    address,
    message,
    featuredTitles,
    phase,
    support,
    documents,
  } = page;
  const path = pageUrl('', page.schoolIdentifier, page.fairIdentifier);
  const dates = toDates(page.startDate, page.endDate);
  const head = html`<meta property="og:title" content="${fairName}, ${schoolName}">
<meta property="og:description" content="${dates}">`;
  return whole(
    head,
    page.pageColour,
    html`
<header class="hero">${bunting}
<p class="when">${icon('clock')}${standing(page)}</p>
<p class="school">${schoolName}</p>
<h1>${fairName}</h1>
${books}</header>
<div class="info">${icon('calendar')}<div>
<strong>${dates.split(/(?<=–) /).map((day) => html`<span class="day">${day}</span> `)}</strong>
<small>${hours}</small><small>${fullZoneName(page.timeZone)}</small></div></div>
<div class="info">${icon('place')}<div><strong>${schoolName}</strong>
<small>${address}</small>${address && mapLink(schoolName, address)}</div></div>
${phase === 'ended' ? thanks(page.endDate) : calendarButton(path)}
${message && html`<section class="message"><p>${message}</p></section>`}
${phase !== 'ended' && featuredTitles.length > 0 && featured(featuredTitles)}
${phase !== 'ended' && howToPay(page)}
${documents.length > 0 && chooser(path, documents, problem)}
${questions(support)}
${share(url)}`,
  );
}

function mapLink(schoolName: string, address: string): Html {
  const query = new URLSearchParams({ api: '1', query: `${schoolName}, ${address}` });
  return html`<small class="screen">
<a href="https://www.google.com/maps/search/?${query.toString()}" rel="noopener noreferrer"
aria-label="Open map of ${schoolName}">Open map</a></small>`;
}

function calendarButton(path: string): Html {
  return html`<p class="act screen">
<a class="button primary" href="${path}/calendar.ics">${icon('add')}Add to calendar</a></p>`;
}

/** QR code of the page and its print button; the address itself is only on paper. */
function share(url: string): Html {
  const parts = url.split(/(?<=\/)(?!\/)/).map((part) => html`${part}<wbr>`);
  return html`<section class="share"><h2>Share this page</h2>
<div class="code">${qrCode(url)}<div><p class="quiet">Scan it with a phone to open this page.</p>
<p class="address">${parts}</p></div></div>
<button class="button screen" id="print" type="button" hidden>${icon('print')}Print as a flyer</button>
</section>`;
}

/**
 * Page for unknown identifiers. Identical for all of them, so that it never reveals hidden fairs.
 */
export function notFoundPage(support: SupportContact): string {
  return whole(
    html``,
    null,
    html`
<header class="hero plain">${bunting}<h1>Page not found</h1>${books}</header>
<section><p>The address may be mistyped, or this book fair's page is not published.
Check the address on your flyer, or ask the school for the new one.</p></section>
${questions(support)}`,
  );
}

/** Page for an error while handling a request. `message` tells the visitor what to do. */
export function troublePage(message: string, support: SupportContact): string {
  return whole(
    html``,
    null,
    html`
<header class="hero plain">${bunting}<h1>Something went wrong</h1>${books}</header>
<section><p>${message}</p><p class="quiet">Go back to return to the page of the fair.</p></section>
${questions(support)}`,
  );
}

/** Page layout with its own `head` and, for a fair, the color of its hero. */
function whole(head: Html, color: string | null, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>POS Admin - Customized Fair</title>${head}
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="${PUBLIC_PAGES}/${pageStyle(color).name}">
<script src="${PUBLIC_PAGES}/${SCRIPT.name}" defer></script>
</head>
<body><main class="page">${content}
</main></body>
</html>
`.text;
}

/** State of the fair today, by the school's date. */
function standing({ phase, daysToStart, today, endDate }: CustomizedFair): string {
  if (phase === 'upcoming')
    return daysToStart === 1 ? 'Starts tomorrow' : `Starts in ${daysToStart} days`;
  if (phase === 'ended') return 'This fair is over';
  return today === endDate ? 'Today is the last day' : `On now until ${longDay(endDate)}`;
}

function thanks(endDate: Day): Html {
  // Schools have one fair in the fall and one in spring.
  const next = Number(endDate.slice(5, 7)) >= 7 ? 'in spring' : 'in the fall';
  return html`<section class="thanks"><h2>Thank you for coming!</h2>
<p>This book fair is over. We hope to see you ${next}.</p></section>`;
}

function featured(titles: CustomizedFair['featuredTitles']): Html {
  const items = titles.map(
    ({ title, author, category, pictureId }) => html`<li>${cover(title, category, pictureId)}
<div><strong>${title}</strong>${author && html` <small>${author}</small>`}</div></li>`,
  );
  return html`<section class="featuring"><h2>Featured titles</h2>
<ul class="featured">${items}</ul></section>`;
}

const WALLET_HINT =
  'An eWallet holds prepaid money for one child. Families add to it at a register of the fair, or through the contact below.';

function howToPay({ paymentMethods, salesTaxRate }: CustomizedFair): Html {
  return html`<section><h2>How to pay</h2>
<ul class="pays">${paymentMethods.map((method) => html`<li>${icon('check')}${method}</li>`)}</ul>
${paymentMethods.includes('EWallet') && html`<p class="quiet screen">${WALLET_HINT}</p>`}
${salesTaxRate > 0 && html`<p class="quiet">Sales tax of ${salesTaxRate}% is added at the register.</p>`}</section>`;
}

/** Form that works without JavaScript: requests the selected documents as a PDF or a zip. */
function chooser(
  path: string,
  documents: readonly PublicDocument[],
  problem: string | undefined,
): Html {
  const checked = documents.length === 1 && html` checked`;
  const items = documents.map(
    (document) => html`<li><label>
<input type="checkbox" name="${CHOSEN}" value="${document.templateId}"${checked}>
<span class="name">${document.name}</span><span class="meta">${toMeta(document)}</span></label></li>`,
  );
  return html`<section class="screen" id="documents">
<form action="${path}/documents#documents" method="get" id="choose" data-nothing="${SELECT_TEMPLATE}">
<fieldset aria-describedby="problem"><legend><h2>Documents to download</h2></legend>
<ul class="documents">${items}</ul></fieldset>
<p class="problem" id="problem" role="alert">${problem}</p>
<button class="button" type="submit">${icon('download')}<span id="download">Download</span></button>
</form></section>`;
}

function toMeta({ name, typeName, pages, bytes }: PublicDocument): string {
  const size =
    bytes === null
      ? ''
      : bytes < 1_000_000
        ? `, ${Math.max(1, Math.round(bytes / 1_000))} kB`
        : `, ${(bytes / 1_000_000).toFixed(1)} MB`;
  const type = name.toLowerCase().includes(typeName.toLowerCase()) ? '' : `${typeName}, `;
  return `${type}PDF${pages > 1 ? `, ${pages} pages` : ''}${size}`;
}

function questions({ email, phone }: SupportContact): Html {
  if (!email && !phone)
    return html`<section><h2>Questions?</h2><p>Ask the school office.</p></section>`;
  return html`<section class="questions"><h2>Questions?</h2><ul>
${phone && html`<li>${icon('phone')}<a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a></li>`}
${email && html`<li>${icon('mail')}<a href="mailto:${email}">${email}</a></li>`}</ul></section>`;
}

function qrCode(url: string): Html {
  const rows = encodeQR(url, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const runs = rows.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  );
  const size = rows.length;
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img"
aria-label="QR code of this page" shape-rendering="crispEdges">
<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${runs.join('')}"/></svg>`;
}

const longDay = (day: Day) => spellDay(day, { weekday: 'long', month: 'long', day: 'numeric' });

/**
 * Formats `Mon, October 12 – Fri, October 16, 2026`, with both years if the fair runs over New
 * Year.
 */
function toDates(start: Day, end: Day): string {
  const words = (day: Day) => spellDay(day, { weekday: 'short', month: 'long', day: 'numeric' });
  const [from, to] = [start.slice(0, 4), end.slice(0, 4)];
  if (start === end) return `${words(start)}, ${from}`;
  return `${words(start)}${from === to ? '' : `, ${from}`} – ${words(end)}, ${to}`;
}
