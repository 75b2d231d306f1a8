import { Menu } from '@base-ui/react/menu';
import {
  IconCheck,
  IconDeviceDesktop,
  IconEye,
  IconEyeOff,
  IconKey,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { failureText } from '#web/lib/api/failure.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { changePreferences } from '#web/lib/session/preferences.ts';
import { setPrivacy, usePrivacy } from '#web/lib/drafts/privacy.ts';
import { THEMES, useTheme, type Theme } from '#web/lib/session/theme.ts';
import { ActionItems } from '#web/ui/overlays/menu-box.tsx';
import * as styles from '#web/ui/overlays/menu.module.css';
import { toast } from '#web/ui/messages/toast.tsx';

const THEME_LOOK: Record<Theme, { label: string; icon: Icon }> = {
  system: { label: 'Same as device', icon: IconDeviceDesktop },
  light: { label: 'Light', icon: IconSun },
  dark: { label: 'Dark', icon: IconMoon },
};

/** Items of the user menu: own pages, privacy blur, theme, sign out. */
export function UserMenuItems({ onSignOut }: { onSignOut: () => void }) {
  const isBlurred = usePrivacy();
  return (
    <>
      <Menu.Separator className={styles.divider} />
      <ActionItems
        actions={[
          { label: 'Profile', icon: IconUser, to: pathTo('profile') },
          { label: 'Change password', icon: IconKey, to: pathTo('change-password') },
          { label: 'Settings', icon: IconSettings, to: pathTo('settings') },
          {
            label: isBlurred ? 'Show names and amounts' : 'Blur names and amounts',
            icon: isBlurred ? IconEye : IconEyeOff,
            run: () => setPrivacy(!isBlurred),
          },
        ]}
      />
      <ThemeChoice />
      <Menu.Separator className={styles.divider} />
      <ActionItems actions={[{ label: 'Sign out', icon: IconLogout, run: onSignOut }]} />
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
    <Menu.RadioGroup value={theme} onValueChange={(chosen: Theme) => void chooseTheme(chosen)}>
      <Menu.GroupLabel className={styles.label}>Theme</Menu.GroupLabel>
      {THEMES.map((one) => {
        const { label, icon: ThemeIcon } = THEME_LOOK[one];
        return (
          <Menu.RadioItem key={one} value={one} label={label} className={styles.item}>
            <ThemeIcon size={16} aria-hidden />
            {label}
            <Menu.RadioItemIndicator className={styles.mark}>
              <IconCheck size={16} aria-hidden />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        );
      })}
    </Menu.RadioGroup>
  );
}
