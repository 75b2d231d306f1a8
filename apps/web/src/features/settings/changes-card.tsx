import { SETTINGS_ID } from '@pos/contract/settings';
import { ActivityLines } from '#web/features/activity/activity-lines.tsx';

/** Recent changes to settings, each with old and new value. */
export function ChangesCard() {
  return (
    <div className="card settings-card">
      <ActivityLines entity="settings" entityId={SETTINGS_ID} nothing="No changes yet." />
    </div>
  );
}
