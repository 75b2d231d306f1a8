import { createHash } from 'node:crypto';
import { misplaced } from '@pos/contract/templates/placed-fields';
import type {
  ArtworkFields,
  Template,
  TemplateChanges,
  TemplateDetails,
} from '@pos/contract/templates/templates';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { lockRow } from '#api/db/lock-row.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { UploadedFile } from '#api/http/feature.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { refuseStale } from '#api/http/stale.ts';
import { readArtwork } from '#api/artwork/artwork.service.ts';
import {
  findTemplateFairs,
  findTemplates,
  findVersionContent,
  findVersions,
  insertArtworkRow,
  insertTemplateRow,
  insertVersionRow,
  updateTemplateRow,
} from './templates.queries.ts';
import { requireActiveType } from './types.service.ts';

/**
 * Stores uploaded artwork for a new template or for a template's draft. Refuses artwork that leaves
 * fields outside of it.
 */
export async function uploadArtwork(
  db: Db,
  actor: Actor & { id: string },
  { name, templateTypeId, templateId }: ArtworkFields,
  file: UploadedFile,
): Promise<TemplateDetails> {
  if (templateId === undefined && templateTypeId === undefined)
    throw invalid({ templateTypeId: 'Choose a type.' });
  const { pdf, pages, uploadedAs } = await readArtwork(file);
  return inTransaction(db, async (tx) => {
    const artworkId = uuidv7();
    const sha256 = createHash('sha256').update(pdf).digest();
    await insertArtworkRow(tx, {
      id: artworkId,
      fileName: file.name.slice(0, 200),
      uploadedAs,
      pdf,
      sha256,
      pages,
      uploadedBy: actor.id,
    });
    if (templateId !== undefined) {
      const before = await requireTemplate(tx, templateId);
      if (Object.keys(misplaced(before.fields, pages)).length > 0)
        throw invalid({
          file: 'Some fields of the template would be outside this artwork. Move or remove them first, or upload artwork of the same size.',
        });
      await updateTemplateRow(tx, templateId, actor.name, {
        artworkId,
        ...(name !== undefined && { name }),
      });
      await recordActivity(tx, actor, {
        action: 'template.artwork-changed',
        entity: 'template',
        entityId: templateId,
        changes: {
          artwork: { from: before.artwork.fileName, to: file.name },
        },
      });
      return readTemplate(tx, templateId);
    }
    await requireActiveType(tx, templateTypeId!);
    const id = uuidv7();
    await insertTemplateRow(tx, {
      id,
      name: name ?? toName(file.name),
      templateTypeId: templateTypeId!,
      artworkId,
      updatedByName: actor.name,
    });
    await recordActivity(tx, actor, { action: 'template.added', entity: 'template', entityId: id });
    return readTemplate(tx, id);
  });
}

/** Saves the draft, name, type, status or page color of a template. */
export function updateTemplate(
  db: Db,
  actor: Actor,
  { id, version, ...changes }: TemplateChanges,
): Promise<TemplateDetails> {
  return inTransaction(db, async (tx) => {
    const before = await requireTemplate(tx, id, version);
    if (changes.templateTypeId !== undefined && changes.templateTypeId !== before.templateTypeId)
      await requireActiveType(tx, changes.templateTypeId);
    if (changes.fields) {
      const errors = misplaced(changes.fields, before.artwork.pages);
      if (Object.keys(errors).length > 0) throw invalid(errors);
    }
    const { fields, name, templateTypeId, status, pageColour } = changes;
    await updateTemplateRow(tx, id, actor.name, {
      ...(fields && { fields }),
      ...(name !== undefined && { name }),
      ...(templateTypeId !== undefined && { templateTypeId }),
      ...(status && { status }),
      ...(pageColour !== undefined && { pageColour }),
    });
    const changed = changedFields<{
      name?: string | undefined;
      templateTypeId?: string | undefined;
      status?: string | undefined;
      pageColour?: string | null | undefined;
    }>(before, { name, templateTypeId, status, pageColour });
    // Positions of fields are recorded by versions; drafts are saved too often.
    if (Object.keys(changed).length > 0)
      await recordActivity(tx, actor, {
        action: 'template.updated',
        entity: 'template',
        entityId: id,
        changes: changed,
      });
    return readTemplate(tx, id);
  });
}

/** Publishes the draft as the next version, which fairs use from now on. */
export function publishTemplate(
  db: Db,
  actor: Actor,
  id: string,
  version: number,
): Promise<TemplateDetails> {
  return inTransaction(db, async (tx) => {
    const before = await requireTemplate(tx, id, version);
    if (!before.changed)
      throw new Failure(
        'INVALID_TRANSITION',
        `Nothing has changed since version ${before.publishedNumber}.`,
      );
    const [newest] = await findVersions(tx, id);
    const number = (newest?.number ?? 0) + 1;
    await insertVersionRow(tx, {
      id: uuidv7(),
      templateId: id,
      number,
      artworkId: before.artwork.id,
      fields: before.fields,
      publishedByName: actor.name,
    });
    await updateTemplateRow(tx, id, actor.name, { publishedNumber: number });
    await recordActivity(tx, actor, {
      action: 'template.published',
      entity: 'template',
      entityId: id,
      changes: {
        version: { from: before.publishedNumber, to: number },
      },
    });
    return readTemplate(tx, id);
  });
}

/**
 * Restores a published version as the draft. Fairs get it once it is published as the next version.
 */
export function restoreVersion(
  db: Db,
  actor: Actor,
  id: string,
  { version, number }: { version: number; number: number },
): Promise<TemplateDetails> {
  return inTransaction(db, async (tx) => {
    await requireTemplate(tx, id, version);
    const content = await findVersionContent(tx, id, number);
    if (!content) throw missing('version');
    await updateTemplateRow(tx, id, actor.name, content);
    await recordActivity(tx, actor, {
      action: 'template.restored',
      entity: 'template',
      entityId: id,
      changes: {
        draft: { from: null, to: `version ${number}` },
      },
    });
    return readTemplate(tx, id);
  });
}

/** Returns a template with its versions and fairs. Refuses one that does not exist. */
export async function readTemplate(db: Db, id: string): Promise<TemplateDetails> {
  const [template] = await findTemplates(db, id);
  if (!template) throw missing('template');
  return {
    ...template,
    versions: await findVersions(db, id),
    fairList: await findTemplateFairs(db, id),
  };
}

/** Locks a template until the transaction ends. Refuses a save based on an earlier version. */
async function requireTemplate(tx: Tx, id: string, version?: number): Promise<Template> {
  await lockRow(tx, 'templates', id);
  const [template] = await findTemplates(tx, id);
  if (!template) throw missing('template');
  if (version !== undefined) await refuseStale(tx, 'template', id, template, version);
  return template;
}

/** Derives a template's name from the file name if none was given. */
function toName(fileName: string): string {
  const name = fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[\p{Cc}_]+/gu, ' ')
    .trim()
    .slice(0, 80);
  return name.length >= 2 ? name : 'New template';
}
