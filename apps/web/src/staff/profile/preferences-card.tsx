import { PAGES, opensPage } from '@pos/contract/permissions';
import {
  Density,
  START_PAGES,
  Theme,
  type Preferences,
  type StartPage,
} from '@pos/contract/staff/preferences';
import { useId, type ReactNode } from 'react';
import { failureText } from '#web/lib/api/failure.ts';
import { changePreferences, usePreferences } from '#web/lib/session/preferences.ts';
import { useRights } from '#web/lib/session/session.tsx';
import { useTheme } from '#web/lib/session/theme.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import * as styles from './profile.module.css';
import * as boxStyles from '#web/ui/fields/box.module.css';
import * as fieldStyles from '#web/ui/fields/fields.module.css';

const THEME_LABELS: Record<Theme, string> = {
  system: 'Same as device',
  light: 'Light',
  dark: 'Dark',
};
const DENSITY_LABELS: Record<Density, string> = {
  compact: 'Compact',
  default: 'Default',
  comfortable: 'Comfortable',
};

/** Display and start page preferences; each choice applies at once and on every device. */
export function PreferencesCard() {
  const preferences = usePreferences();
  const { theme } = useTheme();
  const rights = useRights();
  const pages = START_PAGES.filter((page) => opensPage(page, rights));
  const change = async (changes: Partial<Preferences>): Promise<void> => {
    try {
      await changePreferences(changes);
    } catch (error) {
      toast.bad({ title: 'The setting could not be saved', detail: failureText(error).message });
    }
  };
  return (
    <Card title="Preferences" intro="Changes apply at once, on every device." rows>
      <Line label="Theme">
        {(id) => (
          <Choice
            id={id}
            value={theme}
            choices={Theme.options.map((value) => [value, THEME_LABELS[value]])}
            onChoose={(value) => void change({ theme: value })}
          />
        )}
      </Line>
      <Line label="Row height" hint="For rows in lists.">
        {(id) => (
          <Choice
            id={id}
            value={preferences.density}
            choices={Density.options.map((value) => [value, DENSITY_LABELS[value]])}
            onChoose={(value) => void change({ density: value })}
          />
        )}
      </Line>
      {pages.length > 0 && (
        <Line label="Start page" hint="The page that opens after signing in.">
          {(id) => (
            <Choice<StartPage | ''>
              id={id}
              value={
                preferences.startPage && pages.includes(preferences.startPage)
                  ? preferences.startPage
                  : ''
              }
              choices={[
                ['', 'Default'],
                ...pages.map((page) => [page, PAGES[page].module] as const),
              ]}
              onChoose={(value) => void change({ startPage: value || null })}
            />
          )}
        </Line>
      )}
      <Line label="Reduced motion" hint="Turns off animations, even if the device allows them.">
        {(id) => (
          <Switch
            id={id}
            isOn={preferences.reducedMotion}
            onChange={(reducedMotion) => void change({ reducedMotion })}
          />
        )}
      </Line>
      <Line
        label="Letter shortcuts"
        hint="Enables single-letter shortcuts such as / and g o. Leave this off if you use a scanner."
      >
        {(id) => (
          <Switch
            id={id}
            isOn={preferences.letterShortcuts}
            onChange={(letterShortcuts) => void change({ letterShortcuts })}
          />
        )}
      </Line>
    </Card>
  );
}

type LineProps = { label: string; hint?: string; children: (id: string) => ReactNode };

function Line({ label, hint, children }: LineProps) {
  const id = useId();
  return (
    <div className={styles.preference}>
      <div>
        <label htmlFor={id} className="medium">
          {label}
        </label>
        {hint && (
          <p className="caption" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
      {children(id)}
    </div>
  );
}

type SwitchProps = { id: string; isOn: boolean; onChange: (isOn: boolean) => void };

function Switch({ id, isOn, onChange }: SwitchProps) {
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      className={fieldStyles.switchControl}
      aria-describedby={`${id}-hint`}
      aria-checked={isOn}
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

type ChoiceProps<Value extends string> = {
  id: string;
  value: Value;
  choices: readonly (readonly [Value, string])[];
  onChoose: (value: Value) => void;
};

function Choice<Value extends string>({ id, value, choices, onChoose }: ChoiceProps<Value>) {
  return (
    <select
      id={id}
      className={boxStyles.box}
      value={value}
      onChange={({ target }) => onChoose(target.value as Value)}
    >
      {choices.map(([one, label]) => (
        <option key={one} value={one}>
          {label}
        </option>
      ))}
    </select>
  );
}
