import type { FairDetails } from '@pos/contract/fairs';
import type { NewFair } from '@pos/contract/fair-changes';
import { publishedTemplate, textField } from './artwork.ts';
import { plannedFair } from './planned-fair.ts';
import { startTestApp, type TestApp } from './test-app.ts';

export type PublicPageDesk = {
  test: TestApp;
  /** IDs of two published templates. */
  templates: string[];
  /** Plans a fair and publishes its page with both templates. */
  published(identifier: string, changes?: Partial<NewFair>): Promise<FairDetails>;
  /** Plans a fair and publishes its page without anything to download. */
  bare(identifier: string, changes?: Partial<NewFair>): Promise<FairDetails>;
  /** Requests an address below /customized-fair/ as a visitor's browser does. */
  get(
    address: string,
    headers?: Record<string, string>,
  ): Promise<Awaited<ReturnType<TestApp['app']['inject']>>>;
};

/** Starts an app with two templates and the contact of customer service, for public pages. */
export async function openPublicPages(): Promise<PublicPageDesk> {
  const test = await startTestApp();
  const templates = [
    (await publishedTemplate(test, 'Fair flyer', [textField('school_name', 120)])).id,
    (await publishedTemplate(test, 'Guide <b>for</b> parents', [textField('fair_name', 120)])).id,
  ];
  await test.db
    .updateTable('settings')
    .set({ supportEmail: 'help@fairs.example.com', supportPhone: '(555) 010-2030' })
    .execute();
  return {
    test,
    templates,
    published: async (identifier, changes = {}) => {
      const fair = await plannedFair(test, identifier, changes);
      await test.owner.customizations.generateUrl({
        body: { fairId: fair.id, templateIds: templates },
      });
      return fair;
    },
    bare: async (identifier, changes = {}) => {
      const fair = await plannedFair(test, identifier, changes);
      await test.db
        .updateTable('fairs')
        .set({ published: true })
        .where('id', '=', fair.id)
        .execute();
      return fair;
    },
    get: (address, headers = {}) =>
      test.app.inject({ method: 'GET', url: `/customized-fair/${address}`, headers }),
  };
}
