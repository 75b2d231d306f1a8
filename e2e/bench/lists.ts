import type { Office } from '@pos/tools/office/session.ts';

/** List in the menu: name of its link, the call that loads it, and the fair chosen beforehand. */
export type BenchList = { name: string; call: string; fairId?: string };

/** Lists in the menu; the fair inventory is that of a fair with orders. */
export async function menuLists({ client }: Office): Promise<BenchList[]> {
  const fair = (
    await client.fairs.list({ query: { sort: '-endDate', phase: ['ended'], limit: 10 } })
  ).data.results[0];
  if (!fair)
    throw new Error('The database contains no season. Run npm run bench -- season-load first.');
  return [
    { name: 'Users', call: '/v1/admins' },
    { name: 'Devices', call: '/v1/devices' },
    { name: 'Fairs', call: '/v1/fairs' },
    { name: 'Payments', call: '/v1/payments' },
    { name: 'Orders', call: '/v1/orders' },
    { name: 'Students', call: '/v1/students' },
    {
      name: 'Fair Inventory',
      call: `/v1/inventory/fair-inventory?fairId=${fair.id}`,
      fairId: fair.id,
    },
    { name: 'All Inventory', call: '/v1/inventory/all-inventory' },
  ];
}
