import type { ReactNode } from 'react';
import { Brand } from '#web/ui/logo.tsx';
import { SupportContact } from '#web/ui/support-contact.tsx';
import './login.css';
import { Shelves } from './shelves.tsx';

/** Layout of pages before sign-in: the name on top, the page's form, the shelves beside it. */
export function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <div className="login">
      <main id="main" className="login-form" tabIndex={-1}>
        <Brand />
        {children}
        <SupportContact />
      </main>
      <Shelves />
    </div>
  );
}
