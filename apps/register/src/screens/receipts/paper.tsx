import { useEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import './paper.css';

/**
 * What the browser prints instead of the screen: for rolls of 80 mm and for Letter. Nothing is seen
 * of it before.
 */
export function Paper({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.classList.add('has-paper');
    return () => document.documentElement.classList.remove('has-paper');
  }, []);
  return createPortal(<div className="paper">{children}</div>, document.body);
}
