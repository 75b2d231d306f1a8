import {
  EDITABLE_MODULES,
  PAGES,
  type Module,
  type PermissionEntry,
  type Right,
} from '@pos/contract/permissions';
import type { Role } from '@pos/contract/staff/roles';
import { pluralize } from '@pos/contract/values/counts';
import { useState, type Ref } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Card } from '#web/ui/layout/card.tsx';
import { useField } from '#web/ui/fields/field.tsx';
import { FieldMessages } from '#web/ui/fields/field-messages.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import * as styles from './rights.module.css';
import { everyModule, rightsChanges, withColumn, withRight } from './rights.ts';
import * as checkboxStyles from '#web/ui/fields/checkbox.module.css';

/** Rights in the surrounding form, one entry per module. */
export function useFormRights(): PermissionEntry[] {
  const value: unknown = useWatch({ name: 'rights', control: useFormContext().control });
  return everyModule(Array.isArray(value) ? (value as PermissionEntry[]) : []);
}

/**
 * Table of modules × View / Edit. Edit exists for Users, Devices and Fairs only; it requires View.
 */
export function RightsField({ role }: { role: Role | undefined }) {
  const wired = useField({ name: 'rights', label: 'Rights' });
  const rights = useFormRights();
  const [announcement, announce] = useState('');
  const set = (module: Module, right: Right, isOn: boolean): void => {
    const before = rights.find(({ name }) => name === module);
    announce(
      right === 'read_only' && !isOn && before?.edit
        ? `${module}: Edit requires View, so it is unchecked too.`
        : right === 'edit' && isOn && !before?.read_only
          ? `${module}: View is checked with Edit.`
          : '',
    );
    wired.change(withRight(rights, module, right, isOn));
  };
  const setColumn = (right: Right, isOn: boolean): void => {
    announce('');
    wired.change(withColumn(rights, right, isOn));
  };
  const { removed, added } = rightsChanges(role?.rights ?? [], rights);
  return (
    <Card
      title="Rights"
      intro="View: the people with this role see the pages of the module. Edit: they also add and change its records. The last column lists the pages."
      rows
    >
      <table className={styles.rights} aria-describedby={wired.control['aria-describedby']}>
        <caption className="visually-hidden">Rights of this role</caption>
        <thead>
          <tr>
            <th scope="col">Module</th>
            <ColumnHead
              label="View"
              isOn={rights.every(({ read_only }) => read_only)}
              onSet={(isOn) => setColumn('read_only', isOn)}
            />
            <ColumnHead
              label="Edit"
              isOn={rights.every(({ name, edit }) => edit || !EDITABLE_MODULES.includes(name))}
              onSet={(isOn) => setColumn('edit', isOn)}
            />
            <th scope="col" className={styles.opens}>
              Opens pages
            </th>
          </tr>
        </thead>
        <tbody>
          {rights.map((entry, index) => (
            <RightsRow
              key={entry.name}
              entry={entry}
              viewRef={index === 0 ? wired.control.ref : undefined}
              onSet={(right, isOn) => set(entry.name, right, isOn)}
            />
          ))}
        </tbody>
      </table>
      <div className={styles.rightsFoot} role="status">
        {announcement && <p className="caption">{announcement}</p>}
        {role && role.people > 0 && removed.length > 0 && (
          <Notice kind="warn">
            Removes {removed.join(', ')} for {pluralize(role.people, 'person', 'people')}.
          </Notice>
        )}
        {role && role.people > 0 && added.length > 0 && (
          <Notice kind="info">
            Gives {added.join(', ')} to {pluralize(role.people, 'person', 'people')}.
          </Notice>
        )}
        <FieldMessages id={wired.control.id} error={wired.error} hint={undefined} />
      </div>
    </Card>
  );
}

type RightsRowProps = {
  entry: PermissionEntry;
  /** Receives the View box, on which errors of the field are focused. */
  viewRef: Ref<never> | undefined;
  onSet: (right: Right, isOn: boolean) => void;
};

function RightsRow({ entry, viewRef, onSet }: RightsRowProps) {
  const { name, read_only: views, edit } = entry;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <input
          {...(viewRef && { ref: viewRef })}
          type="checkbox"
          className={checkboxStyles.checkbox}
          aria-label={`View ${name}`}
          checked={views}
          onChange={({ target }) => onSet('read_only', target.checked)}
        />
      </td>
      <td>
        {EDITABLE_MODULES.includes(name) ? (
          <input
            type="checkbox"
            className={checkboxStyles.checkbox}
            aria-label={`Edit ${name}`}
            checked={edit}
            onChange={({ target }) => onSet('edit', target.checked)}
          />
        ) : (
          <span className="muted" title="This module has no edit right">
            – <span className="visually-hidden">no edit right</span>
          </span>
        )}
      </td>
      <td
        className={
          views || edit ? `${styles.opens} subdued` : `${styles.opens} ${styles.none} muted`
        }
      >
        {openedPages(entry) || '–'}
      </td>
    </tr>
  );
}

type ColumnHeadProps = { label: string; isOn: boolean; onSet: (isOn: boolean) => void };

function ColumnHead({ label, isOn, onSet }: ColumnHeadProps) {
  return (
    <th scope="col">
      <label>
        <input
          type="checkbox"
          className={checkboxStyles.checkbox}
          aria-label={`${label} everything`}
          checked={isOn}
          onChange={({ target }) => onSet(target.checked)}
        />
        {label}
      </label>
    </th>
  );
}

/** Titles of the pages that a module's rights open. */
function openedPages(rights: PermissionEntry): string {
  return Object.values(PAGES)
    .filter((page) => 'module' in page && page.module === rights.name && rights[page.right])
    .map(({ title }) => title)
    .join(', ');
}
