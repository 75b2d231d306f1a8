import type { Role } from '@pos/contract/roles';
import { pluralize } from '@pos/contract/values/counts';
import { pathTo } from '#web/lib/paths.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Link } from '#web/ui/link.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import type { Column } from '#web/ui/table/description.ts';
import { roleSummary } from './rights.ts';

export const ROLE_COLUMNS: readonly Column<Role>[] = [
  {
    id: 'name',
    header: 'Role',
    sort: 'name',
    card: 'title',
    cell: ({ name, isSystem }) => (
      <span className="row">
        <span className="sb">{name}</span>
        {isSystem && <StatusPill status={{ label: 'System', meaning: 'info' }} />}
      </span>
    ),
  },
  {
    id: 'description',
    header: 'Description',
    cell: ({ description }) => <span className="t2">{description}</span>,
  },
  {
    id: 'people',
    header: 'People',
    sort: 'people',
    card: 'detail',
    cell: ({ id, people }) =>
      people === 0 ? (
        <span className="t3">Nobody</span>
      ) : (
        <Link to={pathTo('users', {}, { roleId: id })}>
          {pluralize(people, 'person', 'people')}
        </Link>
      ),
  },
  {
    id: 'rights',
    header: 'Rights',
    card: 'detail',
    cell: (role) => (role.isSystem ? 'Everything' : roleSummary(role)),
  },
  {
    id: 'updated',
    header: 'Updated',
    sort: 'updatedAt',
    card: 'aside',
    cell: ({ updatedAt }) => <Ago at={updatedAt} />,
  },
];
