import type { ReactNode } from 'react';
import { Brand } from '#web/ui/layout/logo.tsx';
import { SupportContact } from '#web/ui/values/support-contact.tsx';
import * as styles from './login.module.css';
import { Shelves } from './shelves.tsx';

/** Layout of pages before sign-in: the name on top, the page's form, the shelves beside it. */
export function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.login}>
      <main id="main" className={styles.form} tabIndex={-1}>
        <Brand />
        {children}
        <SupportContact />
      </main>
      <Shelves />
    </div>
  );
}
