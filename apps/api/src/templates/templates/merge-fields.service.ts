import type { Db } from '#api/db/db.ts';
import { missing } from '#api/http/failure.ts';
import { findMergeSource, findPublicBaseUrl } from './merge-fields.queries.ts';
import { getMergeDefaults, type MergedValues, type MergeSource } from './merge-fields.rules.ts';

/** Path of all public pages. */
export const PUBLIC_PAGES = '/customized-fair';

/** Returns the URL of a fair's public page; a blank `publicUrl` gives its path. */
export function pageUrl(
  publicUrl: string,
  schoolIdentifier: string,
  fairIdentifier: string,
): string {
  return `${publicUrl}${PUBLIC_PAGES}/${encodeURIComponent(schoolIdentifier)}/${encodeURIComponent(fairIdentifier)}`;
}

/** Base URL of public pages: from the settings, or else the product's own. */
const toBase = (publicBaseUrl: string, publicUrl: string): string =>
  publicBaseUrl.replace(/\/+$/, '') || publicUrl;

/**
 * Returns the merge field values of a fair and its page's URL. Refuses a fair that does not exist.
 */
export async function readMergeDefaults(
  db: Db,
  publicUrl: string,
  fairId: string,
): Promise<{ defaults: MergedValues; url: string }> {
  const row = await findMergeSource(db, fairId);
  if (!row) throw missing('fair');
  const url = pageUrl(
    toBase(row.publicBaseUrl, publicUrl),
    row.schoolIdentifier,
    row.fairIdentifier,
  );
  return { defaults: getMergeDefaults({ ...row, url }), url };
}

const SAMPLE: Omit<MergeSource, 'url'> = {
  schoolName: 'Douglas Elementary School',
  fairName: 'Autumn Book Fair',
  startDate: '2026-10-12',
  endDate: '2026-10-16',
  hours: '8:00 AM – 4:00 PM',
  address: '1 Lake Road, Douglas, MI 49406',
  coordinatorName: 'Dana Whitfield',
  coordinatorEmail: 'library@douglas.example.org',
  message:
    'Family night is Thursday until 7:00 PM. Every book you buy brings new books to our library.',
  supportEmail: 'help@example.org',
  supportPhone: '+1 (555) 010-0142',
};

/** Returns the current base URL of public pages from the settings. */
export async function readPublicBase(db: Db, publicUrl: string): Promise<string> {
  return toBase(await findPublicBaseUrl(db), publicUrl);
}

/** Sample merge field values, for previews without a fair. */
export async function sampleDefaults(
  db: Db,
  publicUrl: string,
): Promise<{ defaults: MergedValues; url: string }> {
  const url = pageUrl(await readPublicBase(db, publicUrl), 'DOUGLAS', 'DOUGLAS-26-01');
  return { defaults: getMergeDefaults({ ...SAMPLE, url }), url };
}
