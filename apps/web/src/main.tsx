// Must run before any zod schema is created.
import '#web/lib/session/no-eval.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { listenEarly } from './app/frame/early-keys.ts';
import { watchNavigation } from './app/navigation-focus.ts';
import { watchForNewVersion } from '#web/lib/live/new-version.ts';
import { router } from './app/router.tsx';
import { followSession } from './app/session-events.ts';
import { allowStyleTextOnly } from '#web/lib/session/trusted-types.ts';
import './ui/fonts.css';
import '@pos/tokens/tokens.css';
import '@pos/tokens/reset.css';
import './ui/base.css';
import './ui/utilities.css';

listenEarly();
allowStyleTextOnly();
watchForNewVersion(router);
followSession(router);
watchNavigation(router);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
