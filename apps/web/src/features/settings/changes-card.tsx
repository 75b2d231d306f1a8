import { SETTINGS_ID } from '@pos/contract/settings';
import { ActivityLines } from '#web/features/activity/activity-lines.tsx';

/** The last changes, each from what to what. */
export function ChangesCard() {
  return (
    <div className="card settings-card">
      <ActivityLines entity="settings" entityId={SETTINGS_ID} nothing="Nothing was changed yet." />
    </div>
  );
}
