import type { FairState } from '@pos/contract/fair-state';
import {
  IconArrowBackUp,
  IconBroadcast,
  IconCheck,
  IconClock,
  IconLock,
  IconMinus,
  type Icon,
} from '@tabler/icons-react';

/** Icons on short bars instead of the word. */
export const STATE_ICONS: Record<FairState, Icon> = {
  to_close_out: IconLock,
  reverted: IconArrowBackUp,
  live: IconBroadcast,
  upcoming: IconClock,
  closed_out: IconCheck,
  inactive: IconMinus,
};
