import { adminsApi } from '@pos/contract/staff/admins';
import { devicesApi } from '@pos/contract/fairs/devices';
import type { Endpoint } from '@pos/contract/endpoint';
import { fairsApi } from '@pos/contract/fairs/fairs';
import { uploadsApi } from '@pos/contract/imports/uploads';
import { allows, opensPage, PAGES, type PageKey, type Rights } from '@pos/contract/permissions';
import { rolesApi } from '@pos/contract/staff/roles';
import { schoolsApi } from '@pos/contract/fairs/schools';
import { formatDay, parseDay } from '@pos/contract/values/days';
import { titlesApi } from '@pos/contract/stock/titles';
import {
  IconBook2,
  IconBuildingPlus,
  IconCalendarPlus,
  IconDeviceDesktop,
  IconDeviceTablet,
  IconEye,
  IconEyeOff,
  IconFile,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconShieldPlus,
  IconSun,
  IconUpload,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react';
import { FAIRS_UPLOAD_PATH } from '#web/fairs/fairs/fair-paths.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { changePreferences } from '#web/lib/session/preferences.ts';
import { isPrivate, setPrivacy } from '#web/lib/drafts/privacy.ts';
import type { Theme } from '#web/lib/session/theme.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { menuLabel, SCREENS, screenPath, screenTitle } from '../../screens.ts';
import { scopedPath } from '../fair-scope.ts';
import { MENU_ICONS } from '../menu-icons.ts';
import type { Command } from './command.ts';

/** Pages that need no record and that the rights open, with the chosen fair if they have one. */
export function pageCommands(rights: Rights, fairId: string | undefined): Command[] {
  return SCREENS.filter(
    (screen) =>
      !screenPath(screen).includes('$') &&
      opensPage(screen.page, rights) &&
      !screenTitle(screen).startsWith('Add ') &&
      !screen.path,
  ).map((screen) => ({
    key: `page ${screenPath(screen)}`,
    label: screen.inMenu ? menuLabel(screen.page) : screenTitle(screen),
    icon: MENU_ICONS[screen.page] ?? IconFile,
    words: `${screenTitle(screen)} page`,
    to: scopedPath(screen, fairId),
  }));
}

const ADDING: readonly { label: string; call: Endpoint; icon: Icon; to: string; page: PageKey }[] =
  [
    {
      label: 'Add fair',
      call: fairsApi.add,
      icon: IconCalendarPlus,
      to: pathTo('add-fair'),
      page: 'add-fair',
    },
    {
      label: 'Upload fairs',
      call: uploadsApi.bulkUpload,
      icon: IconUpload,
      to: FAIRS_UPLOAD_PATH,
      page: 'add-fair',
    },
    {
      label: 'Add school',
      call: schoolsApi.add,
      icon: IconBuildingPlus,
      to: pathTo('add-school'),
      page: 'add-school',
    },
    {
      label: 'Add title',
      call: titlesApi.add,
      icon: IconBook2,
      to: pathTo('add-title'),
      page: 'add-title',
    },
    {
      label: 'Add device',
      call: devicesApi.add,
      icon: IconDeviceTablet,
      to: pathTo('add-device'),
      page: 'add-device',
    },
    {
      label: 'Add user',
      call: adminsApi.add,
      icon: IconUserPlus,
      to: pathTo('add-user'),
      page: 'add-user',
    },
    {
      label: 'Add role',
      call: rolesApi.add,
      icon: IconShieldPlus,
      to: pathTo('add-role'),
      page: 'add-role',
    },
  ];

const THEMES: readonly { theme: Theme; label: string; icon: Icon }[] = [
  { theme: 'light', label: 'Light theme', icon: IconSun },
  { theme: 'dark', label: 'Dark theme', icon: IconMoon },
  { theme: 'system', label: 'Device theme', icon: IconDeviceDesktop },
];

/** Commands that add records, limited by the rights. */
export function addCommands(rights: Rights): Command[] {
  return ADDING.filter(
    ({ call, page }) => allows(call.access, rights) && opensPage(page, rights),
  ).map(({ label, icon, to, page }) => ({
    key: label,
    label,
    icon,
    to,
    words: `new create ${PAGES[page].title}`,
  }));
}

/** Lists of the day that the text names, limited by the rights. */
export function dayCommands(rights: Rights, text: string, fairId: string | undefined): Command[] {
  const day = parseDay(text);
  if (!day) return [];
  return DAY_LISTS.filter(({ page }) => opensPage(page, rights)).map(({ page, label }) => ({
    key: `${page} ${day}`,
    label: `${label} of ${formatDay(day)}`,
    icon: MENU_ICONS[page] ?? IconFile,
    to: pathTo(page, {}, { fairId, from: day, to: day }),
  }));
}

const DAY_LISTS = [
  { page: 'orders', label: 'Orders' },
  { page: 'payments', label: 'Payments' },
] as const;

type SessionActions = { onHelp: () => void; onSignOut: () => void };

/** Commands for the privacy blur, the theme, help and signing out. */
export function sessionCommands({ onHelp, onSignOut }: SessionActions): Command[] {
  const isBlurred = isPrivate();
  return [
    {
      key: 'privacy',
      label: isBlurred ? 'Show names and amounts' : 'Blur names and amounts',
      icon: isBlurred ? IconEye : IconEyeOff,
      words: 'privacy hide mask onlookers',
      run: () => setPrivacy(!isBlurred),
    },
    ...THEMES.map(({ theme, label, icon }) => ({
      key: label,
      label,
      icon,
      words: 'appearance mode colors',
      run: () => void chooseTheme(theme),
    })),
    {
      key: 'shortcuts',
      label: 'Keyboard shortcuts',
      icon: IconKeyboard,
      words: 'help keys',
      run: onHelp,
    },
    {
      key: 'sign-out',
      label: 'Sign out',
      icon: IconLogout,
      words: 'log out leave',
      run: onSignOut,
    },
  ];
}

async function chooseTheme(theme: Theme): Promise<void> {
  try {
    await changePreferences({ theme });
  } catch (error) {
    toast.bad({ title: 'The theme could not be saved', detail: failureText(error).message });
  }
}
