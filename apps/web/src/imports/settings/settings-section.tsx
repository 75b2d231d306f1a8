import { useId, type ReactNode } from 'react';
import * as styles from './settings.module.css';
import * as formStyles from '#web/ui/form/form.module.css';

type SettingsSectionProps = { title: string; help: ReactNode; children: ReactNode };

/** Section of the settings: title and help on the left, its card on the right. */
export function SettingsSection({ title, help, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section
      className={`${styles.section} stack gap-12`}
      id={title.toLowerCase().replaceAll(' ', '-')}
      aria-labelledby={id}
    >
      <div>
        <h2 id={id}>{title}</h2>
        <p className="caption">{help}</p>
      </div>
      <div className={formStyles.sections}>{children}</div>
    </section>
  );
}
