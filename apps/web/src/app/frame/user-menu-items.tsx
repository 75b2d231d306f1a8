import {
  IconCheck,
  IconDeviceDesktop,
  IconKey,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { failureText } from '#web/lib/failure.ts';
import { pathTo } from '#web/lib/paths.ts';
import { changePreferences } from '#web/lib/preferences.ts';
import { THEMES, useTheme, type Theme } from '#web/lib/theme.ts';
import { toast } from '#web/ui/toast.tsx';

const THEME_LOOK: Record<Theme, { label: string; icon: Icon }> = {
  system: { label: 'Same as device', icon: IconDeviceDesktop },
  light: { label: 'Light', icon: IconSun },
  dark: { label: 'Dark', icon: IconMoon },
};

/** Items of the user menu: own pages, theme, sign out. */
export function UserMenuItems({ close, onSignOut }: { close: () => void; onSignOut: () => void }) {
  const navigate = useNavigate();
  return (
    <>
      <Item
        icon={IconUser}
        onClick={() => {
          close();
          void navigate({ to: pathTo('profile') });
        }}
      >
        Profile
      </Item>
      <Item
        icon={IconKey}
        onClick={() => {
          close();
          void navigate({ to: pathTo('change-password') });
        }}
      >
        Change password
      </Item>
      <Item
        icon={IconSettings}
        onClick={() => {
          close();
          void navigate({ to: pathTo('settings') });
        }}
      >
        Settings
      </Item>
      <ThemeChoice />
      <hr className="pop-divider" />
      <Item
        icon={IconLogout}
        onClick={() => {
          close();
          onSignOut();
        }}
      >
        Sign out
      </Item>
    </>
  );
}

/** Saved for the account, not only for this browser. */
async function chooseTheme(theme: Theme): Promise<void> {
  try {
    await changePreferences({ theme });
  } catch (error) {
    toast.bad({ title: 'The theme could not be saved', detail: failureText(error).message });
  }
}

function ThemeChoice() {
  const { theme } = useTheme();
  return (
    <div role="group" aria-labelledby="theme-label">
      <p className="pop-label" id="theme-label">
        Theme
      </p>
      {THEMES.map((one) => (
        <Item
          key={one}
          icon={THEME_LOOK[one].icon}
          isChecked={one === theme}
          onClick={() => void chooseTheme(one)}
        >
          {THEME_LOOK[one].label}
        </Item>
      ))}
    </div>
  );
}

function Item({
  icon: ItemIcon,
  isChecked,
  onClick,
  children,
}: {
  icon: Icon;
  isChecked?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const role =
    isChecked === undefined
      ? { role: 'menuitem' }
      : { role: 'menuitemradio', 'aria-checked': isChecked };
  return (
    <button type="button" {...role} className="pop-item" onClick={onClick}>
      <ItemIcon size={16} aria-hidden />
      {children}
      {isChecked && <IconCheck size={16} className="end" aria-hidden />}
    </button>
  );
}
