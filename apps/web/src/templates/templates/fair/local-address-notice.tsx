import { settingsApi } from '@pos/contract/imports/settings';
import { addressReach } from '#web/lib/api/address-reach.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';

const REASONS = {
  'this computer': 'Only this computer can open this address',
  'local network': 'Only computers on the office network can open this address',
} as const;

/**
 * Warns before an address that families cannot open is published or printed as a QR code. Renders
 * nothing for a public address.
 */
export function LocalAddressNotice({ url }: { url: string }) {
  const reach = addressReach(url);
  if (reach === 'anywhere') return null;
  return (
    <Notice kind="warn">
      {REASONS[reach]}. Families cannot open the page, and the QR code will not work.{' '}
      <Allowed
        to={settingsApi.update}
        otherwise="Ask a SUPER_ADMIN to enter the public site address in Settings."
      >
        Enter the address of public pages in <Link to={pathTo('settings')}>Settings</Link>.
      </Allowed>
    </Notice>
  );
}
