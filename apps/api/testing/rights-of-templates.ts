import type { Settings } from '@pos/contract/settings';
import { type Line, NOBODY } from './rights-line.ts';
import { unique } from './rights-samples.ts';

/** Calls about settings, templates, documents and public pages. */
export const TEMPLATE_RIGHTS: readonly Line[] = [
  ['GET', '/v1/settings', 'signed-in'],
  [
    'PUT',
    '/v1/settings/update',
    'super',
    async ({ test }) => ({
      body: {
        version: ((await test.ask.settings.get()) as Settings).version,
        receiptFooter: unique(),
      },
    }),
  ],
  ['GET', '/v1/settings/syncs', 'super'],
  [
    'POST',
    '/v1/settings/sync',
    'super',
    { body: { scope: 'all' }, answers: 'SYNC_SOURCE_MISSING' },
  ],

  ['GET', '/v1/settings/master-template', 'read Customize Template'],
  ['GET', '/v1/settings/master-template/:id', 'read Customize Template'],
  ['GET', '/v1/settings/artwork/:id', 'read Customize Template'],
  [
    'POST',
    '/v1/settings/templates-upload',
    'super',
    { body: { templateId: NOBODY }, file: Buffer.from('<svg/>'), answers: 'UNSUPPORTED_FILE' },
  ],
  [
    'PUT',
    '/v1/settings/master-template',
    'super',
    { body: { id: NOBODY, version: 1, status: 'active' } },
  ],
  ['POST', '/v1/settings/master-template/:id/publish', 'super', { body: { version: 1 } }],
  [
    'POST',
    '/v1/settings/master-template/:id/restore',
    'super',
    { body: { version: 1, number: 1 } },
  ],
  [
    'POST',
    '/v1/settings/preview-template',
    'read Customize Template',
    { body: { templateId: NOBODY } },
  ],
  [
    'POST',
    '/v1/settings/generate-template-url',
    'edit Fairs',
    ({ fair: { id } }) => ({
      body: { fairId: id, templateIds: [NOBODY] },
      answers: 'VALIDATION_FAILED',
    }),
  ],
  [
    'GET',
    '/v1/customization-template',
    'read Customize Template',
    ({ fair: { id } }) => ({ query: { fairId: id } }),
  ],
  [
    'PUT',
    '/v1/customization-template/update',
    'edit Fairs',
    ({ fair: { id } }) => ({ body: { fairId: id, templateId: NOBODY, values: {}, version: 0 } }),
  ],
  [
    'PUT',
    '/v1/customization-template/featured-titles',
    'edit Fairs',
    ({ fair: { id } }) => ({
      body: { fairId: id, titles: [NOBODY], version: 0 },
      answers: 'VALIDATION_FAILED',
    }),
  ],
  [
    'GET',
    '/v1/customization-template/get-title-options',
    'edit Fairs',
    ({ fair: { id } }) => ({ query: { fairId: id } }),
  ],
  ['GET', '/v1/customization-template/get-customized-type', 'read Customize Template'],
  [
    'POST',
    '/v1/customization-template/save-template-type',
    'super',
    () => ({ body: { name: `Type ${unique()}` } }),
  ],
  [
    'POST',
    '/v1/customization-template/download',
    'public',
    { body: { schoolIdentifier: 'NOWHERE', fairIdentifier: 'NOWHERE-F', templateIds: [NOBODY] } },
  ],
  [
    'POST',
    '/v1/customization-template/download',
    'read Customize Template',
    ({ fair: { id } }) => ({ body: { fairId: id, templateIds: [NOBODY] }, guard: 'public' }),
  ],
  [
    'GET',
    '/v1/public/customized-fair/:school/:fair',
    'public',
    { params: { school: 'NOWHERE', fair: 'NOWHERE-F' } },
  ],
];
