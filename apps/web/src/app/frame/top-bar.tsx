import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import './early-keys.ts';
import { Help } from './help.tsx';
import { UserMenu } from './user-menu.tsx';

// Loaded after the page.
const Bell = lazy(() => import('./bell/bell.tsx').then((module) => ({ default: module.Bell })));
const TopTools = lazy(() =>
  import('./tools/top-tools.tsx').then((module) => ({ default: module.TopTools })),
);

/** Bar above every screen; help is always in the same place (WCAG 3.2.6). */
export function TopBar({ onOpenNav }: { onOpenNav: () => void }) {
  return (
    <header className="top">
      <span className="burger">
        <IconButton label="Open menu" onClick={onOpenNav}>
          <IconMenu2 size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </span>
      <Suspense fallback={<span className="top-space" />}>
        <TopTools />
      </Suspense>
      <Suspense fallback={<span className="iconbtn" />}>
        <Bell />
      </Suspense>
      <Help />
      <UserMenu />
    </header>
  );
}
