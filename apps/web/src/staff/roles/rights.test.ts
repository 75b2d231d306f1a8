import type { PermissionEntry } from '@pos/contract/permissions';
import { describe, expect, it } from 'vitest';
import {
  everyModule,
  rightsChanges,
  roleSummary,
  withColumn,
  withDuty,
  withRight,
} from './rights.ts';

const fairs: PermissionEntry[] = [{ name: 'Fairs', read_only: true, edit: true }];
const of = (rights: readonly PermissionEntry[], module: string) =>
  rights.find(({ name }) => name === module);

describe('the rights of a role', () => {
  it('adds View with Edit, and removes Edit with View', () => {
    const edited = withRight([], 'Devices', 'edit', true);
    expect(of(edited, 'Devices')).toEqual({ name: 'Devices', read_only: true, edit: true });
    expect(of(withRight(edited, 'Devices', 'edit', false), 'Devices')).toEqual({
      name: 'Devices',
      read_only: true,
      edit: false,
    });
    expect(of(withRight(edited, 'Devices', 'read_only', false), 'Devices')).toEqual({
      name: 'Devices',
      read_only: false,
      edit: false,
    });
  });

  it('never gives Edit to a module without it', () => {
    expect(of(withRight([], 'Orders', 'edit', true), 'Orders')).toEqual({
      name: 'Orders',
      read_only: false,
      edit: false,
    });
    expect(
      withColumn([], 'edit', true)
        .filter(({ edit }) => edit)
        .map(({ name }) => name),
    ).toEqual(['Users', 'Devices', 'Fairs']);
  });

  it('summarizes the rights of a role', () => {
    expect(roleSummary({ rights: [] })).toBe('No rights');
    expect(roleSummary({ rights: fairs })).toBe('Sees 1 module · edits 1');
    expect(roleSummary({ rights: withColumn([], 'read_only', true) })).toBe('Sees 11 modules');
  });

  it('names the duties after the rights', () => {
    expect(roleSummary({ rights: [], duties: withDuty([], 'work_register', true) })).toBe(
      'Work a register',
    );
    expect(roleSummary({ rights: fairs, duties: ['work_register'] })).toBe(
      'Sees 1 module · edits 1 · Work a register',
    );
    expect(withDuty(['work_register'], 'work_register', false)).toEqual([]);
  });

  it('names rights removed and added by a change', () => {
    expect(
      rightsChanges(
        fairs,
        withRight(withRight(fairs, 'Fairs', 'edit', false), 'Orders', 'read_only', true),
      ),
    ).toEqual({ removed: ['edit Fairs'], added: ['view Orders'] });
    expect(rightsChanges(fairs, everyModule(fairs))).toEqual({ removed: [], added: [] });
  });
});
