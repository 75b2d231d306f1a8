import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { lazy } from 'react';
import { parseSearch, stringifySearch } from '#web/lib/search-params.ts';
import { currentSession, restoreSession } from '#web/lib/session.tsx';
import { clearSession } from '#web/lib/tokens.ts';
import { Overlay } from '#web/ui/notice.tsx';
import { afterSignIn } from './landing.ts';
import { lazyScreen } from './lazy-screen.tsx';
import { NotFoundRoute } from './pages/not-found.tsx';
import { UnexpectedError } from './pages/unexpected-error.tsx';
import { Root } from './root.tsx';
import { SCREENS, screenPath, screenTitle } from './screens.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Behind "POS Admin - " in the window's title. */
    title?: string;
  }
}

const Frame = lazy(() => import('./frame/frame.tsx').then((module) => ({ default: module.Frame })));
const LoginPage = lazy(() => import('#web/features/sign-in/login-page.tsx').then((module) => ({ default: module.LoginPage })));
const Welcome = lazy(() => import('./pages/welcome.tsx').then((module) => ({ default: module.Welcome })));

/** The stored session with its rights read anew, once at start; nobody's page shows before. */
const restored = restoreSession();

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundRoute, beforeLoad: () => restored });

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/login', replace: true });
  },
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { title: 'Login' },
  component: LoginPage,
  beforeLoad: ({ search }) => {
    const session = currentSession();
    if (session?.user.emailVerified) throw redirect({ href: afterSignIn((search as { from?: unknown }).from, session.rights), replace: true });
    if (session) clearSession();
  },
});

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: Frame,
  beforeLoad: ({ location }) => {
    if (!currentSession()) throw redirect({ to: '/login', search: () => ({ from: location.href }), replace: true });
  },
});

const welcome = createRoute({ getParentRoute: () => frame, path: '/welcome', staticData: { title: 'Welcome' }, component: Welcome });

const screens = SCREENS.map((screen) =>
  createRoute({ getParentRoute: () => frame, path: screenPath(screen), staticData: { title: screenTitle(screen) }, component: lazyScreen(screen) }),
);

export const router = createRouter({
  routeTree: root.addChildren([start, login, frame.addChildren([welcome, ...screens])]),
  parseSearch,
  stringifySearch,
  notFoundMode: 'root',
  defaultPreload: 'intent',
  defaultPendingMs: 400,
  defaultPendingComponent: () => <Overlay text="Loading…" />,
  defaultErrorComponent: UnexpectedError,
  scrollRestoration: true,
});
