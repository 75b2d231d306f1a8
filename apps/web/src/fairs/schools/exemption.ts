import type { ExemptionState } from '@pos/contract/fairs/schools';
import type { StatusText } from '#web/ui/values/status-pill.tsx';

/** Labels of a school's tax exemption. */
export const EXEMPTIONS: Record<ExemptionState, StatusText> = {
  none: { label: 'Not exempt', meaning: 'off' },
  incomplete: { label: 'No certificate number', meaning: 'warn' },
  current: { label: 'Exempt', meaning: 'ok' },
  expired: { label: 'Certificate expired', meaning: 'bad' },
};
