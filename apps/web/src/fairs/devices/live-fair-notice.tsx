import type { Device } from '@pos/contract/fairs/devices';
import { fairsApi } from '@pos/contract/fairs/fairs';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';

type Fair = Device['liveFairs'][number];

/** Today's fairs where a device is present or planned and whose admin is not `adminId`. */
export function fairsOfOthers(
  { liveFairs }: Pick<Device, 'liveFairs'>,
  adminId: string | null,
): readonly Fair[] {
  return adminId === null ? [] : liveFairs.filter((fair) => fair.adminId !== adminId);
}

/** Warns that a device being reassigned is at a live fair with a different admin. */
export function LiveFairNotice({ fairs, subject }: { fairs: readonly Fair[]; subject: string }) {
  if (fairs.length === 0) return null;
  return (
    <Notice kind="warn">
      {subject} at a live fair with a different admin:{' '}
      {fairs.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Allowed to={fairsApi.list} otherwise={name}>
            <Link to={pathTo('fair-details', { id })}>{name}</Link>
          </Allowed>
        </span>
      ))}
      . You can still reassign it.
    </Notice>
  );
}
