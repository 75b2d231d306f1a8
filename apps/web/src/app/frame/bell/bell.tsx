import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { Popover } from '#web/ui/popover.tsx';
import './bell.css';
import { newestNotifications } from './notifications.data.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const Notifications = lazyPart(async () => (await import('./notifications.tsx')).Notifications);

const MAX_SHOWN = 99;

/** Bell with the number of unread notifications; opens their list. */
export function Bell() {
  const { data } = useQuery(newestNotifications());
  const unread = data?.unread ?? 0;
  return (
    <Popover
      label="Notifications"
      align="end"
      width={380}
      button={(props) => (
        <button
          type="button"
          {...props}
          className="iconbtn"
          aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
          title="Notifications"
        >
          <IconBell size={20} stroke={1.75} aria-hidden />
          {unread > 0 && (
            <span className="bell-count num" aria-hidden>
              {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
            </span>
          )}
        </button>
      )}
    >
      {(close) => <Notifications close={close} />}
    </Popover>
  );
}
