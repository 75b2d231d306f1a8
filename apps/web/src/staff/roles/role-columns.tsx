import { ROLE_LIST } from '@pos/contract/staff/roles.columns';
import type { Role } from '@pos/contract/staff/roles';
import { pluralize } from '@pos/contract/values/counts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Ago } from '#web/ui/values/ago.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { described, type Column } from '#web/ui/table/description.ts';
import * as tableStyles from '#web/ui/table/table.module.css';
import { roleSummary } from './rights.ts';

export const ROLE_COLUMNS: readonly Column<Role>[] = [
  {
    id: 'name',
    ...described(ROLE_LIST.name),
    sort: 'name',
    card: 'title',
    cell: ({ name, isSystem }) => (
      <span className="row">
        <span className="semibold">{name}</span>
        {isSystem && <StatusPill status={{ label: 'System', meaning: 'info' }} />}
      </span>
    ),
  },
  {
    id: 'description',
    ...described(ROLE_LIST.description),
    rank: 3,
    wraps: 200,
    cell: ({ description }) => <span className="subdued">{description}</span>,
  },
  {
    id: 'people',
    ...described(ROLE_LIST.people),
    sort: 'people',
    card: 'detail',
    cell: ({ id, people }) =>
      people === 0 ? (
        <span className="muted">Nobody</span>
      ) : (
        <Link to={pathTo('users', {}, { roleId: id })} className={tableStyles.recordLink}>
          {pluralize(people, 'person', 'people')}
        </Link>
      ),
  },
  {
    id: 'rights',
    ...described(ROLE_LIST.rights),
    rank: 2,
    wraps: 180,
    card: 'detail',
    cell: (role) => (role.isSystem ? 'Everything' : roleSummary(role)),
  },
  {
    id: 'updated',
    ...described(ROLE_LIST.updatedAt),
    sort: 'updatedAt',
    rank: 1,
    card: 'aside',
    cell: ({ updatedAt }) => <Ago at={updatedAt} />,
  },
];
