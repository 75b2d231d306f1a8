import { IconSpy } from '@tabler/icons-react';
import { setPrivacy, usePrivacy } from '#web/lib/drafts/privacy.ts';
import * as styles from './privacy-sign.module.css';

/** Says that names and amounts are blurred, and shows them again; nothing while they are shown. */
export function PrivacySign() {
  if (!usePrivacy()) return null;
  const label = 'Blurred. Show names and amounts';
  return (
    <button
      type="button"
      className={styles.sign}
      aria-label={label}
      aria-keyshortcuts="Control+B Meta+B"
      title={label}
      onClick={() => setPrivacy(false)}
    >
      <IconSpy size={16} stroke={1.75} aria-hidden />
      <span>Blurred</span>
    </button>
  );
}
