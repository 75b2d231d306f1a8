import { IconCheck, IconDeviceDesktop, IconKey, IconLogout, IconMoon, IconSun, IconUser, type Icon } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { failureText } from '#web/lib/failure.ts';
import { pathTo } from '#web/lib/paths.ts';
import { changePreferences } from '#web/lib/preferences.ts';
import { useSession } from '#web/lib/session.tsx';
import { THEMES, useTheme, type Theme } from '#web/lib/theme.ts';
import { moveInMenu } from '#web/ui/menu.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useSignOut } from '#web/ui/use-sign-out.tsx';

const THEME_LOOK: Record<Theme, { label: string; icon: Icon }> = {
  system: { label: 'Same as device', icon: IconDeviceDesktop },
  light: { label: 'Light', icon: IconSun },
  dark: { label: 'Dark', icon: IconMoon },
};

/** Who is signed in, the theme, and the way out. */
export function UserMenu() {
  const session = useSession();
  const navigate = useNavigate();
  const { leave, dialog } = useSignOut();
  if (!session) return null;
  const { name, email, role } = session.user;
  const goOut = async (): Promise<void> => {
    if (!(await leave())) return;
    // A page of its own: browsers show the cookie of /login only to a document that was opened there.
    location.assign('/login');
  };
  return (
    <>
      <Popover
        role="menu"
        label={`Account of ${name}`}
        align="end"
        width={248}
        onKeyDown={moveInMenu}
        button={(props) => (
          <button type="button" {...props} className="user-button" aria-label={`Account of ${name}`}>
            <span className="avatar" data-initials={initialsOf(name)} />
          </button>
        )}
      >
        {(close) => (
          <>
            <div className="who" role="presentation">
              <b className="sb ell">{name}</b>
              <span className="meta ell">{email}</span>
              <span className="meta ell">{role}</span>
            </div>
            <hr className="pop-divider" />
            <Item icon={IconUser} onClick={() => { close(); void navigate({ to: pathTo('profile') }); }}>
              Profile
            </Item>
            <Item icon={IconKey} onClick={() => { close(); void navigate({ to: pathTo('change-password') }); }}>
              Change password
            </Item>
            <ThemeChoice />
            <hr className="pop-divider" />
            <Item icon={IconLogout} onClick={() => { close(); void goOut(); }}>
              Sign out
            </Item>
          </>
        )}
      </Popover>
      {dialog}
    </>
  );
}

/** Kept for the account, not only for this browser. */
async function chooseTheme(theme: Theme): Promise<void> {
  try {
    await changePreferences({ theme });
  } catch (error) {
    toast.bad({ title: 'The theme could not be kept', detail: failureText(error).message });
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
        <Item key={one} icon={THEME_LOOK[one].icon} isChecked={one === theme} onClick={() => void chooseTheme(one)}>
          {THEME_LOOK[one].label}
        </Item>
      ))}
    </div>
  );
}

function Item({ icon: ItemIcon, isChecked, onClick, children }: { icon: Icon; isChecked?: boolean; onClick: () => void; children: ReactNode }) {
  const role = isChecked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChecked };
  return (
    <button type="button" {...role} className="pop-item" onClick={onClick}>
      <ItemIcon size={16} aria-hidden />
      {children}
      {isChecked && <IconCheck size={16} className="end" aria-hidden />}
    </button>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.charAt(0) ?? '').join('').toUpperCase();
}
