import { randomUUID } from 'node:crypto';
import type { MergeField, PlacedField } from '@pos/contract/templates/template-fields';
import type { TemplateDetails } from '@pos/contract/templates/templates';
import type { Office } from '../office/session.ts';
import { drawArtwork, type Sheet } from './flyer-artwork.ts';

/**
 * The demo's templates, and the public pages of its fairs. Skips what an earlier run has done.
 */

/** Width at which fields are placed; larger sheets scale them. */
const LETTER_WIDTH = 612;
const LETTER: Sheet = { width: LETTER_WIDTH, height: 792, scale: 1 };
const TABLOID: Sheet = { width: 792, height: 1_224, scale: 792 / LETTER_WIDTH };
const TEMPLATES = [
  { name: 'Family flyer', type: 'flyer', sheet: LETTER },
  { name: 'Hallway poster', type: 'poster', sheet: TABLOID },
] as const;
/** Books that a fair's page features. */
const FEATURED = 4;

/** Adds the templates and publishes them. Returns their IDs. */
export async function publishFlyers(office: Office): Promise<string[]> {
  const { types, templates } = (await office.client.templates.list()).data;
  const ids: string[] = [];
  for (const { name, type, sheet } of TEMPLATES) {
    const known = templates.find((template) => template.name === name);
    const templateTypeId = types.find(({ code }) => code === type)?.id;
    if (templateTypeId === undefined) throw new Error(`there is no type of template "${type}".`);
    const template = known
      ? (await office.client.templates.getById({ params: { id: known.id } })).data
      : await uploadArtwork(office, { name, templateTypeId, sheet });
    if (template.publishedNumber === null) await publish(office, template, sheet);
    ids.push(template.id);
  }
  return ids;
}

async function uploadArtwork(
  office: Office,
  { name, templateTypeId, sheet }: { name: string; templateTypeId: string; sheet: Sheet },
): Promise<TemplateDetails> {
  const bytes = await drawArtwork(sheet);
  const { data } = await office.client.templates.upload({
    body: { name, templateTypeId },
    file: new Blob([new Uint8Array(bytes)]),
    fileName: `${name.toLowerCase().replaceAll(' ', '-')}.pdf`,
  });
  return data;
}

async function publish(office: Office, template: TemplateDetails, sheet: Sheet): Promise<void> {
  const { data } = await office.client.templates.update({
    body: {
      id: template.id,
      version: template.version,
      pageColour: '#1F2A44',
      fields: placeFields(sheet),
    },
  });
  await office.client.templates.publish({
    params: { id: template.id },
    body: { version: data.version },
  });
}

/** Publishes a fair's page with the templates and a few books of its inventory. */
export async function publishPage(
  office: Office,
  fairId: string,
  templateIds: readonly string[],
): Promise<void> {
  const { data: fair } = await office.client.customizations.get({ query: { fairId } });
  if (fair.featured.version === 0) {
    const options = (await office.client.customizations.getTitleOptions({ query: { fairId } }))
      .data;
    const titles = options.slice(0, FEATURED).map(({ value }) => value);
    if (titles.length > 0)
      await office.client.customizations.setFeaturedTitles({
        body: { fairId, titles, version: 0 },
      });
  }
  if (!fair.published)
    await office.client.customizations.generateUrl({
      body: { fairId, templateIds: [...templateIds] },
    });
}

/** Text fields from the top, on a sheet of letter width: what they print, their box and size. */
const TEXTS: readonly (readonly [
  source: MergeField | { text: string },
  box: { y: number; height: number },
  text: { size: number; minSize: number; lines: number; weight: 'regular' | 'semibold' | 'bold' },
])[] = [
  ['school_name', { y: 276, height: 30 }, { size: 20, minSize: 12, lines: 1, weight: 'semibold' }],
  ['fair_name', { y: 310, height: 104 }, { size: 42, minSize: 24, lines: 2, weight: 'bold' }],
  ['dates', { y: 424, height: 32 }, { size: 24, minSize: 16, lines: 1, weight: 'semibold' }],
  ['hours', { y: 462, height: 40 }, { size: 14, minSize: 10, lines: 2, weight: 'regular' }],
  ['address', { y: 508, height: 22 }, { size: 13, minSize: 9, lines: 1, weight: 'regular' }],
  [
    { text: 'Scan for hours, directions and books to look for' },
    { y: 704, height: 22 },
    { size: 13, minSize: 10, lines: 1, weight: 'semibold' },
  ],
];
const QR = { y: 546, side: 150 };

function placeFields({ scale }: Sheet): PlacedField[] {
  const points = (value: number) => Math.round(value * scale * 100) / 100;
  const texts = TEXTS.map(([source, { y, height }, { size, minSize, ...text }]): PlacedField => ({
    kind: 'text',
    id: randomUUID(),
    page: 1,
    x: points(60),
    y: points(y),
    width: points(LETTER_WIDTH - 120),
    height: points(height),
    source:
      typeof source === 'string'
        ? { from: 'merge', field: source }
        : { from: 'fixed', text: source.text },
    font: 'Inter',
    colour: '#1F2A44',
    align: 'center',
    size: Math.floor(size * scale),
    minSize: Math.floor(minSize * scale),
    ...text,
  }));
  return [
    ...texts,
    {
      kind: 'qr',
      id: randomUUID(),
      page: 1,
      x: points((LETTER_WIDTH - QR.side) / 2),
      y: points(QR.y),
      width: points(QR.side),
      height: points(QR.side),
      colour: '#1F2A44',
    },
  ];
}
