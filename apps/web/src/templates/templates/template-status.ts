import type { Template } from '@pos/contract/templates/templates';
import type { StatusText } from '#web/ui/values/status-pill.tsx';

/** Status of a template for fairs. */
export function templateStatus({
  status,
  publishedNumber,
  changed,
}: Pick<Template, 'status' | 'publishedNumber' | 'changed'>): StatusText {
  if (status === 'inactive') return { label: 'Not offered', meaning: 'off' };
  if (publishedNumber === null) return { label: 'Draft', meaning: 'waiting' };
  return changed
    ? { label: `Version ${publishedNumber}, changed since`, meaning: 'warn' }
    : { label: `Version ${publishedNumber}`, meaning: 'ok' };
}
