import { opensPage } from '@pos/contract/permissions';
import { pathTo } from '#web/lib/api/paths.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { Tabs } from '#web/ui/layout/page-head.tsx';

/** Tabs Users | Roles, for users who may see both. */
export function UsersTabs({ current }: { current: 'users' | 'roles' }) {
  const rights = useRights();
  if (!opensPage('roles', rights) || !opensPage('users', rights)) return null;
  return (
    <Tabs
      label="Users and roles"
      tabs={[
        { label: 'Users', to: pathTo('users'), current: current === 'users' },
        { label: 'Roles', to: pathTo('roles'), current: current === 'roles' },
      ]}
    />
  );
}
