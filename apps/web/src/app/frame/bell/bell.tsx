import { IconBell } from '@tabler/icons-react';
import { dayIn } from '@pos/contract/values/clock';
import { useQuery } from '@tanstack/react-query';
import { HERE } from '#web/lib/input/time.ts';
import { Popover } from '#web/ui/overlays/popover.tsx';
import * as styles from './bell.module.css';
import { newestNotifications } from './notifications.data.ts';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import * as buttonStyles from '#web/ui/buttons/button.module.css';

const Notifications = lazyPart(() => import('./notifications.tsx'), 'Notifications');

const MAX_SHOWN = 99;

/** Bell with the number of unread notifications; opens their list. */
export function Bell() {
  const { data } = useQuery(newestNotifications());
  // Held orders of a day are one line of the list.
  const held = (data?.results ?? []).filter(
    ({ readAt, subject }) => readAt === null && subject.kind === 'orders_held',
  );
  const heldDays = new Set(held.map(({ at }) => dayIn(at, HERE))).size;
  const unread = (data?.unread ?? 0) - held.length + heldDays;
  return (
    <Popover
      label="Notifications"
      align="end"
      width={380}
      button={(props) => (
        <button
          type="button"
          {...props}
          className={buttonStyles.iconButton}
          data-part="icon-button"
          aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
          title="Notifications"
        >
          <IconBell size={20} stroke={1.75} aria-hidden />
          {unread > 0 && (
            <span className={`${styles.bellCount} numeric`} aria-hidden>
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
