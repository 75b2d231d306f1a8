import type { TemplateDetails } from '@pos/contract/templates/templates';

export type EditorProps = {
  template: TemplateDetails;
  /** Called after this editor saved the template. */
  onUpdated: (template: TemplateDetails) => void;
  /** Called with a replaced draft: an earlier version, or a colleague's. */
  onReplaced: (template: TemplateDetails) => void;
  reload: () => Promise<void>;
};
