import { useSession } from '#web/lib/session.tsx';
import { Empty } from '#web/ui/notice.tsx';

/** Where somebody lands whose role opens no page yet. */
export function Welcome() {
  const role = useSession()?.user.role ?? '';
  return <Empty heading="h1" title="You are signed in" text={`Your role, ${role}, does not open any page yet. Please contact Admin.`} />;
}
