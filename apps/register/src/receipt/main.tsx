// Must run before any schema of the contract is created.
import '../app/no-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Speaks } from '#register/words/say.tsx';
import { ReceiptPage } from './receipt-page.tsx';

/** A parent's phone speaks its own language; the register's is not known here. */
const language = navigator.language.startsWith('es') ? 'es' : 'en';
document.documentElement.lang = language;

const root = document.getElementById('root');
if (!root) throw new Error('receipt.html has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <Speaks language={language}>
      <ReceiptPage fragment={location.hash} />
    </Speaks>
  </StrictMode>,
);
