import { SETTINGS_ID } from '@pos/contract/settings';
import { ActivityLines } from '#web/features/activity/activity-lines.tsx';
import * as cardStyles from '#web/ui/card.module.css';
import * as styles from './settings.module.css';

/** Recent changes to settings, each with old and new value. */
export function ChangesCard() {
  return (
    <div className={`${cardStyles.card} ${styles.card}`}>
      <ActivityLines entity="settings" entityId={SETTINGS_ID} nothing="No changes yet." />
    </div>
  );
}
