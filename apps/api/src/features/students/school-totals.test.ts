import { expect, it } from 'vitest';
import { openFair } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

it("counts a school's active students and sums the eWallets of all of them", async () => {
  const test = await startTestApp();
  const floor = await openFair(test);
  const register = await floor.logIn('TOTALS-1');
  await register.addStudent('S-1', 2_000);
  await register.addStudent('S-2', 1_500);
  await register.addStudent('S-3', 0);
  await test.db
    .updateTable('students')
    .set({ status: 'inactive' })
    .where('studentNumber', '=', 'S-2')
    .execute();
  const totals = (id: string) => test.ask.students.schoolTotals({ params: { id } });
  expect(await totals(floor.fair.schoolId)).toEqual({
    students: 2,
    withBalance: 2,
    walletBalanceCents: 3_500,
  });
  expect(await totals(test.ownerId)).toEqual({
    students: 0,
    withBalance: 0,
    walletBalanceCents: 0,
  });
});
