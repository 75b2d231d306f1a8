// Must run before any schema of the contract is created.
import './app/no-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadParts } from './app/later.tsx';
import { keepUpToDate } from './app/new-version.ts';
import { loadSaleCode } from './screens/around/load-sale-code.ts';
import { openTill } from './till/open-till.ts';
import './ui/sheets.ts';

const till = openTill({ appVersion: APP_VERSION });
void keepUpToDate(() => {
  const { sale, done } = till.getState();
  return sale.lines.length === 0 && done === null;
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <App till={till} />
  </StrictMode>,
);
// Parts behind the first sale load once there can be one: on a slow network nothing delays it.
const stop = till.subscribe(() => {
  if (till.getState().phase !== 'open') return;
  stop();
  setTimeout(() => void loadRest());
});

async function loadRest(): Promise<void> {
  await loadSaleCode().catch(() => undefined);
  await loadParts();
  // The first search finds its index ready.
  till.findTitles('a', 1);
}
