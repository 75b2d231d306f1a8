import { expect, test } from 'vitest';
import { notes, title } from '../../../testing/offline-till.ts';
import { Books } from '../journal/books.ts';
import type { Change } from '../journal/journal.ts';
import { MemoryJournal } from '../journal/memory-journal.ts';
import { makeParts } from '../parts.ts';
import { Server } from './server.ts';

test('prices that have not changed are not written again, changed ones are', async () => {
  const given = notes();
  const { fair, settings } = given.catalog!;
  const written: Change[] = [];
  class Watched extends MemoryJournal {
    override write(change: Change): Promise<void> {
      written.push(change);
      return super.write(change);
    }
  }
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const tokens = { [fair.identifier]: { token: 'here', expiresAt } };
  let titles = [] as ReturnType<typeof title>[];
  const server = new Server((path) =>
    Promise.resolve(
      Response.json({
        data: path.includes('/catalog')
          ? { fair, settings, titles, cursor: new Date().toISOString() }
          : given.students!.students,
      }),
    ),
  );
  const books = await Books.open(new Watched({ ...given, tokens }));
  const options = { appVersion: '1', isOwner: true };
  const { supplies } = makeParts(books, server, options, () => undefined);
  expect(await supplies.refresh()).toBe(true);
  expect(books.notes.catalog!.cursor).not.toBe('');
  titles = [title(2, { priceCents: 1 })];
  expect(await supplies.refresh()).toBe(true);
  await books.settled();
  expect(written).toMatchObject([{ notes: { catalog: { titles: { length: 4 } } } }]);
});
