import type { SettingsChanges } from '@pos/contract/imports/settings';
import type { Office } from '@pos/tools/office/session.ts';

/** Changes settings of the company, whatever their version. */
export async function changeSettings(
  { client }: Pick<Office, 'client'>,
  changes: Omit<SettingsChanges, 'version'>,
): Promise<void> {
  const { data } = await client.settings.get();
  if (!('version' in data)) throw new Error('Only a SUPER_ADMIN sees and changes the settings.');
  await client.settings.update({ body: { version: data.version, ...changes } });
}
