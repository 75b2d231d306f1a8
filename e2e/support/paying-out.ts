import type { Office } from '@pos/tools/office/session.ts';

/** Lets the office pay leftover money out while the journey runs. */
export async function payingOut(
  client: Office['client'],
  journey: () => Promise<void>,
): Promise<void> {
  const keep = async (ewalletLeftoverPolicy: 'carry_forward' | 'refund') => {
    const { data } = await client.settings.get();
    if ('version' in data)
      await client.settings.update({ body: { version: data.version, ewalletLeftoverPolicy } });
  };
  await keep('refund');
  await journey().finally(() => keep('carry_forward'));
}
