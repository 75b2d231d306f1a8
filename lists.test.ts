import { globSync } from 'node:fs';
import path from 'node:path';
import { listFilters } from '@pos/contract/list-filters';
import { describe, expect, it } from 'vitest';

/** Contract's columns and screen's columns of each list of the API. */
const LISTS = {
  'admins.list.ts': { described: 'staff/users', shown: 'staff/admins/admin-columns' },
  'devices.list.ts': { described: 'fairs/devices', shown: 'fairs/devices/device-columns' },
  'fair-lines.list.ts': {
    described: 'stock/fair-inventory',
    shown: 'stock/inventory/inventory-columns',
  },
  'fairs.list.ts': { described: 'fairs/fairs', shown: 'fairs/fairs/fair-columns' },
  'held-orders.list.ts': { described: 'sales/held-orders', shown: 'sales/orders/held-columns' },
  'orders.list.ts': { described: 'sales/orders', shown: 'sales/orders/order-columns' },
  'payments.list.ts': { described: 'sales/payments', shown: 'sales/payments/payment-columns' },
  'roles.list.ts': { described: 'staff/roles', shown: 'staff/roles/role-columns' },
  'schools.list.ts': { described: 'fairs/schools', shown: 'fairs/schools/school-columns' },
  'students.list.ts': {
    described: 'students/students',
    shown: 'students/students/student-columns',
  },
  'titles.list.ts': { described: 'stock/all-inventory', shown: 'stock/inventory/title-columns' },
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
  const files = globSync('apps/api/src/*/*/*.list.ts').sort();

  it('are all compared', () => {
    expect(files.map((file) => path.basename(file)).sort()).toEqual(Object.keys(LISTS).sort());
  });

  it.each(files)(
    '%s has the labels of the contract on the screen and in its file',
    async (file) => {
      const { described, shown } = LISTS[path.basename(file) as keyof typeof LISTS];
      const columns = Object.values(
        (await toValues(`packages/contract/src/${described}.columns.ts`))[0] as Record<
          string,
          Described
        >,
      );
      const getLabels = (other: Described['only']) =>
        columns.filter(({ only }) => only !== other).map(({ label }) => label);
      const list = (await toValues(file)).find(
        (value): value is { exported?: { columns: { header: string }[] } } =>
          typeof value === 'object' && value !== null && 'exported' in value,
      );
      const headings = list?.exported?.columns.map(({ header }) => header.replace(/ \(UTC\)$/, ''));
      expect(headings ?? []).toEqual(getLabels('screen'));
      const headers = await shownHeaders(`apps/web/src/${shown}.tsx`);
      expect(headers).toEqual(new Set(getLabels('file')));
    },
  );
});

describe('filters of lists', () => {
  it('offer only choices that their query accepts', async () => {
    const modules = await Promise.all(
      globSync('packages/contract/src/*/**/[a-z-]*.ts', { exclude: ['**/*.test.ts'] }).map(
        toValues,
      ),
    );
    const queries = modules.flat().filter(isObjectSchema);
    const refused = queries.flatMap((query) =>
      listFilters(query).flatMap((filter) =>
        filter.kind === 'choice'
          ? filter.choices.filter(
              ({ value }) => !query.partial().safeParse({ [filter.key]: value }).success,
            )
          : [],
      ),
    );
    expect(queries.filter((query) => listFilters(query).length > 0)).not.toEqual([]);
    expect(refused).toEqual([]);
  });
});

function isObjectSchema(value: unknown): value is Parameters<typeof listFilters>[0] {
  return typeof value === 'object' && value !== null && 'shape' in value && 'partial' in value;
}

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

async function toValues(file: string): Promise<unknown[]> {
  return Object.values((await import(path.resolve(file))) as Record<string, unknown>);
}
