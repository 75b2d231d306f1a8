import { describe, expect, it, onTestFinished } from 'vitest';
import { DraftKeeper } from './draft-keeper.ts';
import { keepDrafts } from './drafts.ts';
import { changeSealed, readSealed } from './sealed-store.ts';

const BLANK = { name: '', city: '' };

/** Delays the browser's reads and writes like a slow disk until the returned function is called. */
function holdStore(): () => void {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  void changeSealed('somebody', 'slow', () => promise);
  const release = () => resolve(undefined);
  onTestFinished(release);
  return release;
}

/** Opens a form of one person at `/add-NAME`. */
function openForm(name: string, values: Record<string, string> = BLANK) {
  const keeper = new DraftKeeper('robin', `/add-${name}`, values);
  const leave = keeper.start();
  const offered = keeper.find();
  return {
    keeper,
    leave,
    offered,
    type: (changes: Partial<typeof BLANK>) => keeper.note({ ...values, ...changes }),
    kept: () => readSealed('robin', `draft /add-${name}`),
  };
}

describe('drafts with a slow disk', () => {
  it('offers the draft of a form that is opened again while it is still being written', async () => {
    const release = holdStore();
    const first = openForm('again');
    first.type({ name: 'Kim' });
    first.leave();
    const second = openForm('again');
    release();
    expect((await second.offered)?.changes).toEqual({ name: 'Kim' });
    second.leave();
  });

  it('waits for the draft of a form that has left the page before the document may be left', async () => {
    const release = holdStore();
    const form = openForm('left');
    form.type({ name: 'Kim' });
    form.leave();
    let isWritten = false;
    const written = keepDrafts().written.then(() => (isWritten = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isWritten).toBe(false);
    release();
    await written;
    expect(await form.kept()).toMatchObject({ changes: { name: 'Kim' } });
  });

  it('says that typed text is stored once it is, also while typing goes on', async () => {
    const release = holdStore();
    const { keeper, type, leave } = openForm('told');
    const told: boolean[] = [];
    const stop = keeper.watch(() => told.push(keeper.isWritten()));
    type({ name: 'Kim' });
    keeper.flushTyped();
    type({ name: 'Kimberley' });
    expect(told).toEqual([false]);
    release();
    await keeper.flush();
    await expect.poll(() => told).toEqual([false, true]);
    stop();
    leave();
  });

  it('keeps an older draft in what is typed before that draft could be read', async () => {
    const before = openForm('early');
    before.type({ name: 'Kim' });
    before.leave();
    await keepDrafts().written;
    const release = holdStore();
    const now = openForm('early');
    now.type({ city: 'Ada' });
    now.leave();
    release();
    await now.offered;
    expect(await now.kept()).toMatchObject({ changes: { name: 'Kim', city: 'Ada' } });
  });

  it('keeps what was typed when the offered draft is discarded', async () => {
    const before = openForm('discard');
    before.type({ name: 'Kim' });
    before.leave();
    const now = openForm('discard');
    await now.offered;
    now.type({ city: 'Ada' });
    now.keeper.discard();
    await keepDrafts().written;
    expect(await now.kept()).toMatchObject({ changes: { city: 'Ada' } });
    expect(await now.kept()).not.toMatchObject({ changes: { name: 'Kim' } });
    now.leave();
  });

  it('writes while somebody types without a pause', async () => {
    const form = openForm('typing');
    for (let typed = 'K', tries = 0; !(await form.kept()) && tries < 200; tries += 1) {
      form.type({ name: (typed += 'k') });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await form.kept()).toBeDefined();
    form.leave();
  });

  it('removes the draft of a form that was saved while its draft was being written', async () => {
    const release = holdStore();
    const form = openForm('saved');
    form.type({ name: 'Kim' });
    void form.keeper.flush();
    form.keeper.settle({ name: 'Kim', city: '' });
    form.leave();
    release();
    await keepDrafts().written;
    expect(await form.kept()).toBeUndefined();
  });
});
