import { formatInstant } from '@pos/contract/values/clock';
import { Card, Facts } from '#web/ui/layout/card.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import type { GroupProps } from './settings-group.tsx';
import { SettingsSection } from './settings-section.tsx';

const sizes = new Intl.NumberFormat('en-US', {
  style: 'unit',
  unit: 'megabyte',
  maximumFractionDigits: 1,
});

/** Newest daily backup, with a warning if there is none or it is old. */
export function BackupCard({ settings: { backup, defaultTimeZone } }: GroupProps) {
  const { isScheduled, newest, isOld } = backup;
  return (
    <SettingsSection
      title="Backups"
      help="Encrypted copies of all data, which the server makes every day."
    >
      <Card>
        {!isScheduled && (
          <Notice kind="warn">
            No daily backups are set up. Ask the person who runs this server to set them up on
            another disk: “Backups” in the operating guide.
          </Notice>
        )}
        {isScheduled && isOld && (
          <Notice kind="warn">
            {newest
              ? 'The last backup is more than two days old. The operator finds the reason in the log.'
              : 'There is no backup yet. The first one is made within an hour of the start; if not, the operator finds the reason in the log.'}
          </Notice>
        )}
        {newest && (
          <Facts
            facts={[
              ['Last backup', formatInstant(newest.at, defaultTimeZone)],
              ['Size', sizes.format(newest.sizeBytes / 1_000_000)],
            ]}
          />
        )}
      </Card>
    </SettingsSection>
  );
}
