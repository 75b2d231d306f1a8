import { SETTINGS_ID } from '@pos/contract/imports/settings';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ActivityLines } from '#web/staff/activity/activity-lines.tsx';
import { CompanySignInCard } from '#web/staff/company-sign-in/company-sign-in-card.tsx';
import { RequirementCard } from '#web/staff/second-factor/requirement-card.tsx';
import { useSearchParams } from '#web/lib/lists/search-state.ts';
import { useRights } from '#web/lib/session/session.tsx';
import * as cardStyles from '#web/ui/layout/card.module.css';
import { Card, Facts } from '#web/ui/layout/card.tsx';
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx';
import { Unloaded } from '#web/ui/messages/notice.tsx';
import { PageHead } from '#web/ui/layout/page-head.tsx';
import { BackupCard } from './backup-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import {
  EWalletGroup,
  OrganizationGroup,
  ProfitGroup,
  ApprovalsGroup,
  CashGroup,
  ReceiptGroup,
  SecurityGroup,
  StudentDataGroup,
  ThresholdsGroup,
} from './groups.tsx';
import type { GroupProps } from './settings-group.tsx';
import {
  sectionIn,
  SETTINGS_SECTIONS,
  SettingsNav,
  type SettingsSectionKey,
} from './settings-nav.tsx';
import { SettingsSection } from './settings-section.tsx';
import { settingsForForms, settingsInfo } from './settings.data.ts';
import * as styles from './settings.module.css';
import { SyncCards } from './sync-cards.tsx';
import { UnsavedGroups, useUnsavedGroups } from './unsaved-groups.ts';

/**
 * Settings page. Everyone sees the support contact; only a SUPER_ADMIN sees and changes the rest
 * (domain 7.3).
 */
export function SettingsPage() {
  return (
    <>
      <PageHead title="Settings" />
      {useRights().isSuper ? <AllSettings /> : <Info />}
    </>
  );
}

const CONTENTS: Record<SettingsSectionKey, (group: GroupProps) => ReactNode> = {
  general: (group) => (
    <>
      <OrganizationGroup {...group} />
      <FirstSteps always />
    </>
  ),
  sync: (group) => <SyncCards {...group} />,
  money: (group) => (
    <>
      <ProfitGroup {...group} />
      <EWalletGroup {...group} />
    </>
  ),
  registers: (group) => (
    <>
      <CashGroup {...group} />
      <ApprovalsGroup {...group} />
      <ReceiptGroup {...group} />
      <ThresholdsGroup {...group} />
    </>
  ),
  security: (group) => (
    <>
      <SecurityGroup {...group} />
      <SettingsSection
        title="Second factor"
        help="A code or a passkey besides the password. A role may require one too."
      >
        <RequirementCard />
      </SettingsSection>
      <SettingsSection
        title="Company sign-in"
        help="People sign in by your identity provider (OpenID Connect), and its groups give their roles."
      >
        <CompanySignInCard />
      </SettingsSection>
      <StudentDataGroup {...group} />
      <SettingsSection title="Last changes" help="Settings changed, with old and new values.">
        <ChangesCard />
      </SettingsSection>
    </>
  ),
  backups: (group) => <BackupCard {...group} />,
};

function AllSettings() {
  const { data: settings, error, refetch } = useQuery(settingsForForms);
  const current = sectionIn(useSearchParams());
  const { isUnsaved, mark } = useUnsavedGroups();
  if (!settings)
    return (
      <Unloaded what="The settings" error={error} retry={refetch}>
        <FormSkeleton cards={4} />
      </Unloaded>
    );
  const group = { settings, reload: () => void refetch() };
  return (
    <div className={styles.page}>
      <SettingsNav current={current} isUnsaved={isUnsaved} />
      {SETTINGS_SECTIONS.map(({ key }) => (
        // Hidden, not unmounted, while another section is open, so that typed text stays.
        <div key={key} className={styles.settings} hidden={key !== current}>
          <UnsavedGroups value={{ section: key, mark }}>{CONTENTS[key](group)}</UnsavedGroups>
        </div>
      ))}
    </div>
  );
}
function Info() {
  const { data: info, error, refetch } = useQuery(settingsInfo);
  if (!info)
    return (
      <Unloaded what="The settings" error={error} retry={refetch}>
        <FormSkeleton cards={1} />
      </Unloaded>
    );
  return (
    <div className={styles.info}>
      <SettingsSection
        title="Customer service"
        help="Contact us if something does not work. Only a SUPER_ADMIN can change settings."
      >
        <Card title={info.companyName}>
          <Facts
            facts={[
              [
                'Email',
                info.supportEmail ? (
                  <a key="email" href={`mailto:${info.supportEmail}`}>
                    {info.supportEmail}
                  </a>
                ) : (
                  'Not set yet'
                ),
              ],
              ['Phone', info.supportPhone || 'Not set yet'],
              ['Version', info.appVersion],
            ]}
          />
        </Card>
      </SettingsSection>
    </div>
  );
}

/** Recent changes to settings, each with old and new value. */
function ChangesCard() {
  return (
    <div className={`${cardStyles.card} ${styles.card}`}>
      <ActivityLines entity="settings" entityId={SETTINGS_ID} nothing="No changes yet." />
    </div>
  );
}
