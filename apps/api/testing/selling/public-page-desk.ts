import type { NewFair } from '@pos/contract/fairs/fair-changes';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { publishedTemplate, textField } from '../files/artwork.ts';
import { plannedFair } from './planned-fair.ts';
import { changeFair } from '../calls/records.ts';
import { startTestApp } from '../app/test-app.ts';

/** Starts an app with two templates and the contact of customer service, for public pages. */
export async function openPublicPages() {
  const test = await startTestApp();
  const templates = [
    (await publishedTemplate(test, 'Fair flyer', [textField('school_name', 120)])).id,
    (await publishedTemplate(test, 'Guide <b>for</b> parents', [textField('fair_name', 120)])).id,
  ];
  await test.db
    .updateTable('settings')
    .set({ supportEmail: 'help@fairs.example.com', supportPhone: '(555) 010-2030' })
    .execute();
  const setPublished = (fair: { id: string }, published: boolean) =>
    changeFair(test, fair, { published });
  return {
    test,
    /** IDs of two published templates. */
    templates,
    setPublished,
    /** Plans a fair and publishes its page with both templates, or the given ones. */
    published: async (
      identifier: string,
      changes: Partial<NewFair> = {},
      templateIds: string[] = templates,
    ) => {
      const fair = await plannedFair(test, identifier, changes);
      await test.owner.customizations.generateUrl({ body: { fairId: fair.id, templateIds } });
      return fair;
    },
    /** Plans a fair and publishes its page without anything to download. */
    bare: async (identifier: string, changes: Partial<NewFair> = {}) => {
      const fair = await plannedFair(test, identifier, changes);
      await setPublished(fair, true);
      return fair;
    },
    /** Requests an address as a visitor's browser does. */
    get: (url: string, headers: Record<string, string> = {}) =>
      test.app.inject({ method: 'GET', url, headers }),
    /** Data of the page of the only fair of a school. */
    page: async (school: string, fair = `${school}-F`) => {
      const call = { params: { school, fair } };
      return (await test.client().publicPages.customizedFair(call)).data;
    },
  };
}

/** Address of the page of the only fair of a school. */
export const toPage = (school: string) => `/customized-fair/${school}/${school}-F`;

/** Day of a fair in Detroit, this many days from today. */
export const dayFromNow = (count: number) => addDays(today('America/Detroit'), count);

/** Text that a screen reader reads. */
export function toWords(page: string): string {
  const meanings: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return page
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<\/?(?:p|li|h\d|ul|div|section|small|strong|label)\b[^>]*>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&(\w+|#39);/g, (_, name: string) => meanings[name] ?? '')
    .replace(/ +/g, ' ');
}
