import { expect, it } from 'vitest';
import { addStudent, logIn, openFair } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

it("counts a school's active students and sums the eWallets of all of them", async () => {
  const test = await startTestApp();
  const floor = await openFair(test);
  const register = await logIn(floor, 'TOTALS-1');
  await addStudent(floor, register, 'S-1', 2_000);
  await addStudent(floor, register, 'S-2', 1_500);
  await addStudent(floor, register, 'S-3', 0);
  await test.db
    .updateTable('students')
    .set({ status: 'inactive' })
    .where('studentNumber', '=', 'S-2')
    .execute();
  const totals = async (id: string) =>
    (await test.owner.students.schoolTotals({ params: { id } })).data;
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
