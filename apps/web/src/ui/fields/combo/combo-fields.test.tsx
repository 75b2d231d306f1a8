import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { z } from 'zod';
import { renderPage } from '../../../../testing/render-page.tsx';
import { Form } from '../../form/form.tsx';
import type { Choices } from '../../values/options.ts';
import { AsyncSelectField, MultiSelectField } from './combo-fields.tsx';

const SCHOOLS = [
  { value: 's1', label: 'Cedar Park' },
  { value: 's2', label: 'Maple Grove' },
  { value: 's3', label: 'Oak Hill' },
];
const choices: Choices = {
  options: (search) => ({
    queryKey: ['schools', 'options', search],
    queryFn: async () => ({
      data: SCHOOLS.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase())),
    }),
  }),
};

/** The same schools, each answer `lateMs` late, on a slow network. */
const late = (lateMs: number): Choices => ({
  options: (search) => ({
    queryKey: ['schools', 'options', lateMs, search],
    queryFn: async () => {
      await pause(lateMs);
      return choices.options(search).queryFn({ signal: new AbortController().signal });
    },
  }),
});
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The same schools. What is typed by `whileHeld` is answered at its end, however slowly it types. */
function heldAnswers() {
  let open = Promise.resolve();
  const held: Choices = {
    options: (search) => ({
      queryKey: ['schools', 'options', 'held', search],
      queryFn: async () => {
        await open;
        return choices.options(search).queryFn({ signal: new AbortController().signal });
      },
    }),
  };
  const whileHeld = async (keys: string) => {
    const gate = Promise.withResolvers<void>();
    open = gate.promise;
    await userEvent.keyboard(keys);
    gate.resolve();
  };
  return { held, whileHeld };
}

/** Types a text, one key after the other. */
async function typeAt(msPerKey: number, text: string): Promise<void> {
  for (const key of text) {
    await userEvent.keyboard(key);
    await pause(msPerKey);
  }
}

const Fair = z.object({
  schoolId: z.string('Choose a school.'),
  othersIds: z.array(z.string()),
});
type Fair = z.output<typeof Fair>;

/** A form with a select of one school and a select of several; `saved` collects its values. */
function fairPage(saved: Fair[], schools: Choices = choices) {
  return function FairPage() {
    return (
      <Form
        schema={Fair}
        values={{ schoolId: null, othersIds: [] }}
        save={async (values) => saved.push(values)}
        submitLabel="Save"
        guard={false}
      >
        <AsyncSelectField name="schoolId" label="School" choices={schools} />
        <MultiSelectField name="othersIds" label="Other schools" choices={schools} />
      </Form>
    );
  };
}

const school = () => page.getByLabelText('School', { exact: true });
const others = () => page.getByLabelText('Other schools');
const save = () => page.getByRole('button', { name: 'Save' }).click();

describe('a select with search', () => {
  test('finds options as one types, and Enter takes the first', async () => {
    const saved: Fair[] = [];
    await renderPage(fairPage(saved));
    await school().click();
    await expect.element(page.getByRole('option', { name: 'Oak Hill' })).toBeVisible();
    await userEvent.keyboard('map');
    await expect.element(page.getByRole('option', { name: 'Cedar Park' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.element(school()).toHaveValue('Maple Grove');
    await save();
    await expect.poll(() => saved).toEqual([{ schoolId: 's2', othersIds: [] }]);
  });

  test('chooses by arrow keys, and Escape, even twice, changes nothing', async () => {
    await renderPage(fairPage([]));
    await school().click();
    await expect.element(page.getByRole('option', { name: 'Cedar Park' })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.element(school()).toHaveValue('Maple Grove');
    await school().click();
    await userEvent.keyboard('{ArrowDown}{Escape}');
    await expect.element(page.getByRole('option').first()).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(school()).toHaveValue('Maple Grove');
  });

  test('replaces the chosen name by what is typed after a click, also if it had the focus', async () => {
    await renderPage(fairPage([]));
    await school().click();
    await userEvent.keyboard('oak');
    await expect.element(page.getByRole('option', { name: 'Cedar Park' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.element(school()).toHaveValue('Oak Hill');
    await userEvent.tab();
    await userEvent.tab({ shift: true });
    for (const name of ['Maple Grove', 'Cedar Park']) {
      await school().click();
      await userEvent.keyboard(`${name.slice(0, 3)}{Enter}`);
      await expect.element(school()).toHaveValue(name);
    }
  });

  test('drops a text that is no option when the field is left', async () => {
    const saved: Fair[] = [];
    await renderPage(fairPage(saved));
    await school().fill('Zebra');
    await expect.element(page.getByText('Nothing found')).toBeVisible();
    await userEvent.tab();
    await expect.element(school()).toHaveValue('');
    await save();
    await expect.element(school()).toHaveAccessibleDescription('Choose a school.');
    expect(saved).toEqual([]);
  });

  test('is cleared by its button', async () => {
    await renderPage(fairPage([]));
    await school().click();
    await page.getByRole('option', { name: 'Oak Hill' }).click();
    await page.getByRole('button', { name: 'Clear School' }).click();
    await expect.element(school()).toHaveValue('');
  });

  test('takes several options as chips; Backspace removes the last', async () => {
    const saved: Fair[] = [];
    await renderPage(fairPage(saved));
    await others().click();
    await page.getByRole('option', { name: 'Cedar Park' }).click();
    await page.getByRole('option', { name: 'Oak Hill' }).click();
    await page.getByRole('option', { name: 'Maple Grove' }).click();
    await page.getByRole('button', { name: 'Remove Oak Hill' }).click();
    await others().click();
    await userEvent.keyboard('{Backspace}{Escape}');
    await expect.element(page.getByRole('option').first()).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await school().click();
    await page.getByRole('option', { name: 'Oak Hill' }).click();
    await save();
    await expect.poll(() => saved).toEqual([{ schoolId: 's3', othersIds: ['s1'] }]);
  });
});

describe('a select with search whose answers come late', () => {
  test.each([0, 50, 120])(
    'takes what is typed at %i ms a key and entered at once, however late the answer',
    async (msPerKey) => {
      for (const lateMs of [0, 150, 800]) {
        const saved: Fair[] = [];
        await renderPage(fairPage(saved, late(lateMs)));
        for (const [field, text] of [
          [school(), 'oak'],
          [others(), 'map'],
        ] as const) {
          await field.click();
          await expect.element(page.getByRole('option', { name: 'Cedar Park' })).toBeVisible();
          await typeAt(msPerKey, text);
          await userEvent.keyboard('{Enter}');
          await userEvent.tab();
        }
        await save();
        await expect.poll(() => saved).toEqual([{ schoolId: 's3', othersIds: ['s2'] }]);
        await cleanup();
      }
    },
  );

  test('offers nothing of an earlier text, and typing on takes back an Enter', async () => {
    const saved: Fair[] = [];
    const { held, whileHeld } = heldAnswers();
    await renderPage(fairPage(saved, held));
    await school().click();
    await expect.element(page.getByRole('option', { name: 'Cedar Park' })).toBeVisible();
    await whileHeld('z');
    expect(page.getByRole('option').elements()).toEqual([]);
    await whileHeld('{Backspace}oak{Enter}s');
    await expect.element(page.getByText('Nothing found')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(school()).toHaveValue('oaks');
    await userEvent.tab();
    await expect.element(school()).toHaveValue('');
    await save();
    await expect.element(school()).toHaveAccessibleDescription('Choose a school.');
    expect(saved).toEqual([]);
  });

  test('saving waits for a choice that was entered, and does nothing if there is none', async () => {
    const saved: Fair[] = [];
    const { held, whileHeld } = heldAnswers();
    await renderPage(fairPage(saved, held));
    // The answers to the first letters begin with another school.
    for (const [first, rest] of [
      ['a', 'k'],
      ['e', ' g'],
    ] as const) {
      const count = saved.length;
      await school().click();
      await userEvent.keyboard(first);
      await expect.element(page.getByRole('option', { name: 'Cedar Park' })).toBeVisible();
      await whileHeld(`${rest}{Enter}{Control>}s{/Control}`);
      await expect.poll(() => saved.length).toBe(count + 1);
    }
    await whileHeld('zebra{Enter}{Tab}{Control>}s{/Control}');
    await expect.element(page.getByText('Nothing found')).toBeVisible();
    await expect.element(school()).toHaveFocus();
    // Nothing is saved either if the answer came before the shortcut.
    await userEvent.keyboard('{Control>}s{/Control}{Control>}a{/Control}oak{Enter}');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(school()).toHaveValue('Oak Hill');
    await expect.poll(() => saved.map(({ schoolId }) => schoolId)).toEqual(['s3', 's2', 's3']);
  });
});
