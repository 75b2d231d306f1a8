import {
  DUTIES,
  hasDuty,
  holds,
  MODULES,
  opensPage,
  PAGES,
  type PageKey,
} from '@pos/contract/permissions';
import { IconCheck } from '@tabler/icons-react';
import { Card } from '#web/ui/layout/card.tsx';
import { useFormDuties } from './duties-field.tsx';
import { useFormRights } from './rights-field.tsx';
import { dutyLabels } from './rights.ts';
import * as styles from './rights.module.css';

/** Menu as people with this role see it, and the closed pages; follows the checkboxes. */
export function RolePreview() {
  const duties = useFormDuties();
  const rights = { isSuper: false, permission: useFormRights(), duties };
  const keys = Object.keys(PAGES) as PageKey[];
  const menu = MODULES.filter((module) => holds(rights, module, 'read_only'));
  const held = DUTIES.filter((duty) => hasDuty(rights, duty));
  const denied = keys.filter((key) => !opensPage(key, rights));
  return (
    <div className={styles.roleAside}>
      <Card
        title="Preview as this role"
        intro="The menu these people see after their next request."
      >
        <div className={`${styles.rolePreview} grid gap-8 small`}>
          <h3>Menu</h3>
          {menu.length === 0 ? (
            <p className="muted">Nothing. They land on their profile.</p>
          ) : (
            <ul>
              {menu.map((module) => (
                <li key={module}>
                  <IconCheck size={16} aria-hidden /> {module}
                </li>
              ))}
            </ul>
          )}
          <h3>Duties</h3>
          <p className={held.length === 0 ? 'muted' : undefined}>
            {dutyLabels(held).join(', ') || 'None.'}
          </p>
          <h3>Access denied</h3>
          <p className="muted">{denied.map((key) => PAGES[key].title).join(', ') || 'Nothing.'}</p>
        </div>
      </Card>
    </div>
  );
}
