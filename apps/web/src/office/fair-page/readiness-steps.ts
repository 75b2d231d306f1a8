import { customizationsApi } from '@pos/contract/templates/customizations';
import type { ReadinessItem } from '@pos/contract/fairs/fair-details';
import { type FairDetails, fairsApi } from '@pos/contract/fairs/fairs';
import { allows, type Rights } from '@pos/contract/permissions';
import { uploadsApi } from '@pos/contract/imports/uploads';
import { fairPath, uploadPath } from '#web/fairs/fairs/fair-paths.ts';
import { pathTo } from '#web/lib/api/paths.ts';

/** Step that completes an item of the checklist: its full label, a short one, and its address. */
export type ReadinessStep = { label: string; short: string; to: string };

const LABELS: Record<ReadinessItem['code'], Pick<ReadinessStep, 'label' | 'short'>> = {
  dates: { label: 'Set hours', short: 'Set' },
  salesTax: { label: 'Set sales tax', short: 'Set' },
  admin: { label: 'Choose admin', short: 'Choose' },
  devices: { label: 'Choose devices', short: 'Choose' },
  inventory: { label: 'Upload inventory', short: 'Upload' },
  template: { label: 'Choose template', short: 'Choose' },
  publicPage: { label: 'Publish page', short: 'Publish' },
};

/** Returns the step that completes an item; undefined if it is done or the rights do not allow it. */
export function readinessStep(
  { id, closeOutState }: Pick<FairDetails, 'id' | 'closeOutState'>,
  { code, done }: ReadinessItem,
  rights: Rights,
): ReadinessStep | undefined {
  if (done || closeOutState === 'finished') return undefined;
  const { access, to } = wayTo(id, code);
  return allows(access, rights) ? { ...LABELS[code], to } : undefined;
}

/** Returns the first step of the checklist that is still open and allowed. */
export function nextStep(fair: FairDetails, rights: Rights): ReadinessStep | undefined {
  return fair.readiness
    .map((item) => readinessStep(fair, item, rights))
    .find((step) => step !== undefined);
}

function wayTo(id: string, code: ReadinessItem['code']) {
  switch (code) {
    case 'inventory':
      return { access: uploadsApi.bulkUpload.access, to: uploadPath(id) };
    case 'template':
    case 'publicPage':
      return { access: customizationsApi.get.access, to: fairPath(id, 'templates') };
    default:
      return { access: fairsApi.update.access, to: pathTo('edit-fair', { id }) };
  }
}
