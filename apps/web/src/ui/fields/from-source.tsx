import type { ReactNode } from 'react';
import { Notice } from '../messages/notice.tsx';

/** Reason of a locked field that a sync delivers. */
export const FROM_SOURCE = 'From the source system. Change it there.';

/** Says that a record is one that a sync delivers; `children` add to it. */
export function FromSource({ what, children }: { what: string; children?: ReactNode }) {
  return (
    <Notice kind="quiet">
      This {what} comes from the source system. The fields that it delivers are changed there.
      {children}
    </Notice>
  );
}
