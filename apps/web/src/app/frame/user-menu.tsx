import { Menu } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser, type Icon } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { pathTo } from '#web/lib/paths.ts';
import { signOut, useSession } from '#web/lib/session.tsx';
import { setTheme, THEMES, useTheme, type Theme } from '#web/lib/theme.ts';
import { SCREENS } from '../screens.ts';

const THEME_LOOK: Record<Theme, { label: string; icon: Icon }> = {
  system: { label: 'Same as device', icon: IconDeviceDesktop },
  light: { label: 'Light', icon: IconSun },
  dark: { label: 'Dark', icon: IconMoon },
};

/** Who is signed in, the theme, and the way out. */
export function UserMenu() {
  const session = useSession();
  const navigate = useNavigate();
  const { theme } = useTheme();
  if (!session) return null;
  const { name, email, role } = session.user;
  const leave = async (): Promise<void> => {
    await signOut();
    await navigate({ to: '/login' });
  };
  return (
    <Menu position="bottom-end" offset={6} width={248} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button" className="user-button" aria-label={`Account of ${name}`}>
          <span className="avatar" aria-hidden>
            {initialsOf(name)}
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="who">
          <b className="sb ell">{name}</b>
          <span className="meta ell">{email}</span>
          <span className="meta ell">{role}</span>
        </div>
        <Menu.Divider />
        {SCREENS.some(({ page }) => page === 'profile') && (
          <Menu.Item leftSection={<IconUser size={16} aria-hidden />} onClick={() => void navigate({ to: pathTo('profile') })}>
            Profile
          </Menu.Item>
        )}
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup value={theme} onChange={(next) => setTheme(next as Theme)}>
          {THEMES.map((one) => {
            const { label, icon: ThemeIcon } = THEME_LOOK[one];
            return (
              <Menu.RadioItem key={one} value={one} checkIcon={<IconCheck size={16} aria-hidden />}>
                <span className="row">
                  <ThemeIcon size={16} aria-hidden /> {label}
                </span>
              </Menu.RadioItem>
            );
          })}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.charAt(0) ?? '').join('').toUpperCase();
}
