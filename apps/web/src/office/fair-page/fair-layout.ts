import type { FairPhase } from '@pos/contract/fairs/fair-state';
import type { FairDetails } from '@pos/contract/fairs/fairs';

/** Layout of a fair's page: its phase, until it is closed out. */
export type FairLayout = FairPhase | 'closed';

/** Returns the layout for a fair. */
export function fairLayout({
  phase,
  closeOutState,
}: Pick<FairDetails, 'phase' | 'closeOutState'>): FairLayout {
  return closeOutState === 'finished' ? 'closed' : phase;
}
