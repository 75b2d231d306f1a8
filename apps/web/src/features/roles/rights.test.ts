import type { PermissionEntry } from '@pos/contract/permissions';
import { describe, expect, it } from 'vitest';
import { everyModule, rightsChanges, rightsSummary, withColumn, withRight } from './rights.ts';

const fairs: PermissionEntry[] = [{ name: 'Fairs', read_only: true, edit: true }];
const of = (rights: readonly PermissionEntry[], module: string) => rights.find(({ name }) => name === module);

describe('the rights of a role', () => {
  it('brings View with Edit, and takes Edit away with View', () => {
    const edited = withRight([], 'Devices', 'edit', true);
    expect(of(edited, 'Devices')).toEqual({ name: 'Devices', read_only: true, edit: true });
    expect(of(withRight(edited, 'Devices', 'edit', false), 'Devices')).toEqual({ name: 'Devices', read_only: true, edit: false });
    expect(of(withRight(edited, 'Devices', 'read_only', false), 'Devices')).toEqual({ name: 'Devices', read_only: false, edit: false });
  });

  it('never gives Edit where a module has none', () => {
    expect(of(withRight([], 'Orders', 'edit', true), 'Orders')).toEqual({ name: 'Orders', read_only: false, edit: false });
    expect(withColumn([], 'edit', true).filter(({ edit }) => edit).map(({ name }) => name)).toEqual(['Users', 'Devices', 'Fairs']);
  });

  it('says how much a role opens', () => {
    expect(rightsSummary([])).toBe('No rights');
    expect(rightsSummary(fairs)).toBe('View 1 · Edit 1');
    expect(rightsSummary(withColumn([], 'read_only', true))).toBe('View 11');
  });

  it('names what a change takes away and gives', () => {
    expect(rightsChanges(fairs, withRight(withRight(fairs, 'Fairs', 'edit', false), 'Orders', 'read_only', true))).toEqual({ removed: ['edit Fairs'], added: ['view Orders'] });
    expect(rightsChanges(fairs, everyModule(fairs))).toEqual({ removed: [], added: [] });
  });
});
