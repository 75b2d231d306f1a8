import { ONLY_ARTWORK } from '@pos/contract/templates';
import { filesNamed, type FileKind } from '#web/ui/file-kinds.ts';

/** Accepted artwork files. */
export const ARTWORK: FileKind = {
  accept: '.pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg',
  hint: 'Drop a PDF, PNG or JPEG here or choose one, at most 5 MB and 4 pages',
  refuse: filesNamed(/\.(pdf|png|jpe?g)$/i, ONLY_ARTWORK),
};
