import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Contract's columns and screen's columns of each list of the API. */
const LISTS = {
  'admins.list.ts': { described: 'users', shown: 'admins/admin-columns' },
  'devices.list.ts': { described: 'devices', shown: 'devices/device-columns' },
  'fair-lines.list.ts': { described: 'fair-inventory', shown: 'inventory/inventory-columns' },
  'fairs.list.ts': { described: 'fairs', shown: 'fairs/fair-columns' },
  'held-orders.list.ts': { described: 'held-orders', shown: 'orders/held-columns' },
  'orders.list.ts': { described: 'orders', shown: 'orders/order-columns' },
  'payments.list.ts': { described: 'payments', shown: 'payments/payment-columns' },
  'roles.list.ts': { described: 'roles', shown: 'roles/role-columns' },
  'schools.list.ts': { described: 'schools', shown: 'schools/school-columns' },
  'students.list.ts': { described: 'students', shown: 'students/student-columns' },
  'titles.list.ts': { described: 'all-inventory', shown: 'inventory/title-columns' },
} as const;
/** Arguments of columns that depend on what is shown. */
const SHOWN_FOR: Record<string, readonly (readonly unknown[])[]> = {
  heldColumns: [
    [false, 'waiting', String],
    [false, 'released', String],
  ],
};

type Described = { label: string; only?: 'screen' | 'file' };
type Shown = { id: string; header: string };

describe('lists', () => {
  const files = globSync('apps/api/src/features/*/*.list.ts').sort();

  it('are all compared', () => {
    expect(files.map((file) => path.basename(file)).sort()).toEqual(Object.keys(LISTS).sort());
  });

  it.each(files)(
    '%s has the labels of the contract on the screen and in its file',
    async (file) => {
      const { described, shown } = LISTS[path.basename(file) as keyof typeof LISTS];
      const columns = Object.values(
        (await valuesOf(`packages/contract/src/columns/${described}.ts`))[0] as Record<
          string,
          Described
        >,
      );
      const labelsOf = (other: Described['only']) =>
        columns.filter(({ only }) => only !== other).map(({ label }) => label);
      const list = (await valuesOf(file)).find(
        (value): value is { exported?: { columns: { header: string }[] } } =>
          typeof value === 'object' && value !== null && 'exported' in value,
      );
      const headings = list?.exported?.columns.map(({ header }) => header.replace(/ \(UTC\)$/, ''));
      expect(headings ?? []).toEqual(labelsOf('screen'));
      const headers = await shownHeaders(`apps/web/src/features/${shown}.tsx`);
      expect(headers).toEqual(new Set(labelsOf('file')));
    },
  );
});

/** Returns the headers of all columns that a module of the web app exports, or makes. */
async function shownHeaders(file: string): Promise<Set<string>> {
  const exports = (await import(path.resolve(file))) as Record<string, unknown>;
  const columns = Object.entries(exports).flatMap(([name, value]) =>
    Array.isArray(value)
      ? (value as Shown[])
      : (SHOWN_FOR[name] ?? []).flatMap((given) =>
          (value as (...given: readonly unknown[]) => Shown[])(...given),
        ),
  );
  return new Set(columns.map(({ header }) => header));
}

async function valuesOf(file: string): Promise<unknown[]> {
  return Object.values((await import(path.resolve(file))) as Record<string, unknown>);
}
