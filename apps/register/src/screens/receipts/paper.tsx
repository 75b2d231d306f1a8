import { useEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import './paper.css';

/**
 * Receipt that the browser prints instead of the screen: on rolls of 80 mm and on Letter. Nothing is seen
 * of it before.
 */
export function Paper({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.classList.add('has-paper');
    return () => document.documentElement.classList.remove('has-paper');
  }, []);
  return createPortal(<div className="paper">{children}</div>, document.body);
}
