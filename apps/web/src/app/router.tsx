import { canonicalPath } from '@pos/contract/addresses';
import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  Outlet,
  useMatches,
} from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { keepDrafts } from '#web/lib/drafts/drafts.ts';
import { followPreferences, loadPreferences } from '#web/lib/session/preferences.ts';
import { parseSearch, stringifySearch } from '#web/lib/lists/search-params.ts';
import { currentSession, restoreSession } from '#web/lib/session/session.tsx';
import { clearSession } from '#web/lib/session/tokens.ts';
import { Overlay } from '#web/ui/messages/notice.tsx';
import { Toasts } from '#web/ui/messages/toast.tsx';
import { afterSignIn } from './landing.ts';
import { lazyRoute } from './lazy-route.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { needsLoginDocument, openLoginDocument } from './login-document.ts';
import type * as SignInPages from './pages/sign-in-pages.ts';
import { NotFoundRoute } from './pages/not-found.tsx';
import { UnexpectedError } from './pages/unexpected-error.tsx';
import { SCREENS, screenPath, screenTitle } from './screens.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Title of the window, after "POS Admin - ". */
    title?: string;
  }
}

const Frame = lazyRoute(async () => (await import('./frame/frame.tsx')).Frame);
const LoginPage = lazyRoute(
  async () => (await import('#web/staff/sign-in/login-page.tsx')).LoginPage,
);
/** The other pages of the sign-in are one file: fewer names in the first page. */
const signInPage = (name: keyof typeof SignInPages) =>
  lazyRoute(async () => (await import('./pages/sign-in-pages.ts'))[name]);

/**
 * Restores the session, its rights and the display settings once at start; no page renders before.
 */
const restored = Promise.all([restoreSession(), followPreferences()]);

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundRoute,
  beforeLoad: async ({ location: { pathname, searchStr, hash } }) => {
    // The server redirects documents; this is for links, and for the development server.
    const path = canonicalPath(pathname);
    if (path !== pathname)
      throw redirect({ href: `${path}${searchStr}${hash && `#${hash}`}`, replace: true });
    await restored;
  },
});

/** Leads to a page of the sign-in, and from there to the page that was asked for. */
const toSignInPage = (to: string, from: unknown) =>
  redirect({ to, search: () => (typeof from === 'string' ? { from } : {}), replace: true });

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
  beforeLoad: async ({ search, cause, location: { searchStr } }) => {
    const session = currentSession();
    if (cause === 'preload') return;
    if (!session && needsLoginDocument()) {
      // The forms of the page being left are lost with the document.
      await keepDrafts().written;
      router.history.flush();
      await openLoginDocument(searchStr);
    }
    if (!session) return;
    // The preferences name the start page.
    await loadPreferences();
    const { from } = search as { from?: unknown };
    if (session.user.emailVerified && session.user.factorDueOn !== undefined && cause === 'stay')
      throw toSignInPage('/second-factor', from);
    if (session.user.emailVerified)
      throw redirect({ href: afterSignIn(from, session.rights), replace: true });
    // A token from before is cleared (specification 4); one just received leads to verification.
    if (cause === 'stay') throw toSignInPage('/verify-account', from);
    clearSession();
  },
});

const verifyAccount = createRoute({
  getParentRoute: () => root,
  path: '/verify-account',
  staticData: { title: 'Verify account' },
  component: signInPage('VerifyAccountPage'),
  beforeLoad: async ({ search }) => {
    const session = currentSession();
    if (!session) throw redirect({ to: '/login', replace: true });
    if (session.user.emailVerified) await loadPreferences();
    if (session.user.emailVerified)
      throw redirect({
        href: afterSignIn((search as { from?: unknown }).from, session.rights),
        replace: true,
      });
  },
});

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/second-factor',
  staticData: { title: 'Second factor' },
  component: signInPage('SecondFactorPage'),
});

const companySignIn = createRoute({
  getParentRoute: () => root,
  path: '/company-sign-in',
  staticData: { title: 'Sign in' },
  component: signInPage('CompanySignInPage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  staticData: { title: 'Forgot password' },
  component: signInPage('ForgotPasswordPage'),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  staticData: { title: 'Reset password' },
  component: signInPage('ResetPasswordPage'),
});
const setupPassword = createRoute({
  getParentRoute: () => root,
  path: '/setup-password',
  staticData: { title: 'Set up password' },
  component: signInPage('SetupPasswordPage'),
});

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: Frame,
  beforeLoad: ({ location }) => {
    const session = currentSession();
    if (!session) throw toSignInPage('/login', location.href);
    if (!session.user.emailVerified) throw toSignInPage('/verify-account', location.href);
    if (session.user.isFactorMissing) throw toSignInPage('/second-factor', location.href);
    void loadPreferences();
  },
});

const screens = SCREENS.map((screen) =>
  createRoute({
    getParentRoute: () => frame,
    path: screenPath(screen),
    staticData: { title: screenTitle(screen) },
    component: lazyScreen(screen),
  }),
);

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    login,
    verifyAccount,
    secondFactor,
    companySignIn,
    forgotPassword,
    resetPassword,
    setupPassword,
    frame.addChildren(screens),
  ]),
  parseSearch,
  stringifySearch,
  notFoundMode: 'root',
  defaultPreload: 'intent',
  defaultPendingMs: 400,
  defaultPendingComponent: () => <Overlay text="Loading…" />,
  defaultErrorComponent: UnexpectedError,
  scrollRestoration: true,
});

/** Root of every page: document title, lazily loaded parts, toasts. */
function Root() {
  const title = useMatches().at(-1)?.staticData.title ?? 'Page not found';
  useEffect(() => {
    document.title = `POS Admin - ${title}`;
  }, [title]);
  return (
    <>
      <Suspense fallback={<Overlay text="Loading…" />}>
        <Outlet />
      </Suspense>
      <Toasts />
    </>
  );
}
