import { useId, type ReactNode } from 'react';

/** Section of the settings: title and help on the left, its card on the right. */
export function SettingsSection({
  title,
  help,
  children,
}: {
  title: string;
  help: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      className="settings-section"
      id={title.toLowerCase().replaceAll(' ', '-')}
      aria-labelledby={id}
    >
      <div>
        <h2 id={id}>{title}</h2>
        <p className="hint">{help}</p>
      </div>
      <div className="sections">{children}</div>
    </section>
  );
}
