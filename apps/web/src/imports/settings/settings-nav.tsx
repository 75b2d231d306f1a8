import { pathTo } from '#web/lib/api/paths.ts';
import { useEffect, useRef } from 'react';
import { Link } from '#web/ui/buttons/link.tsx';
import * as styles from './settings.module.css';

/** Sections of the settings in order; the first one opens without a parameter in the address. */
export const SETTINGS_SECTIONS = [
  { key: 'general', label: 'General' },
  { key: 'sync', label: 'Sync' },
  { key: 'money', label: 'Money' },
  { key: 'registers', label: 'Registers' },
  { key: 'security', label: 'Security and data' },
  { key: 'backups', label: 'Backups' },
] as const;
export type SettingsSectionKey = (typeof SETTINGS_SECTIONS)[number]['key'];

/** Section that the address names, or the first one. */
export function sectionIn(params: Record<string, unknown>): SettingsSectionKey {
  return (SETTINGS_SECTIONS.find(({ key }) => key === params['section']) ?? SETTINGS_SECTIONS[0])
    .key;
}

/** Address of a section of the settings. */
function sectionPath(section: SettingsSectionKey): string {
  const page = pathTo('settings');
  return section === 'general' ? page : `${page}?section=${section}`;
}

/** Links to the sections, beside them or in a row above them; a dot marks unsaved changes. */
export function SettingsNav({
  current,
  isUnsaved,
}: {
  current: SettingsSectionKey;
  isUnsaved: (section: SettingsSectionKey) => boolean;
}) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the sections scroll sideways; this scrolls the open one into view.
    const link = nav.current?.querySelector('[aria-current]');
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav className={styles.nav} aria-label="Sections of the settings" ref={nav}>
      <ul>
        {SETTINGS_SECTIONS.map(({ key, label }) => (
          <li key={key}>
            <Link
              to={sectionPath(key)}
              {...(key === current && { 'aria-current': 'page' as const })}
              {...(isUnsaved(key) && { 'aria-label': `${label}, not saved yet` })}
            >
              {label}
              {isUnsaved(key) && <span className={styles.dot} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
