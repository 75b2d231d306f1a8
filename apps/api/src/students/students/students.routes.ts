import { studentsApi } from '@pos/contract/students/students';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { getPage } from '#api/lists/paging.ts';
import { studentList } from './students.list.ts';
import { findSchoolTotals } from './school-totals.queries.ts';
import { findParentOptions, findTeacherOptions } from './student-options.queries.ts';
import {
  addWalletEntry,
  changeWalletStatus,
  eraseStudent,
  readStudent,
} from './students.service.ts';

/** Students, their eWallets, and the erasure of their names. */
export function students(db: Db): Feature {
  return feature(studentsApi, {
    list: async ({ query }) => {
      const { results, total } = await studentList.find(db, query);
      return getPage(results, total, query);
    },
    parentsOptions: async ({ query }) => ({ data: await findParentOptions(db, query) }),
    teachersOptions: async ({ query }) => ({ data: await findTeacherOptions(db, query) }),
    getById: async ({ params }) => ({ data: await readStudent(db, params.id) }),
    schoolTotals: async ({ params }) => ({ data: await findSchoolTotals(db, params.id) }),
    addWalletEntry: async ({ tx, actor, params, body }) => ({
      message: 'Entry booked.',
      data: await addWalletEntry(tx, actor, params.id, body),
    }),
    changeWalletStatus: async ({ actor, params, body }) => ({
      message: body.status === 'frozen' ? 'eWallet frozen.' : 'eWallet unfrozen.',
      data: await changeWalletStatus(db, actor, params.id, body.status),
    }),
    erase: async ({ tx, actor, params, body }) => ({
      message: 'Student erased.',
      data: await eraseStudent(tx, actor, params.id, body),
    }),
  });
}
