import { studentDataApi } from '@pos/contract/students/student-data';
import { v4 as uuidv4 } from 'uuid';
import { openFiles } from '#api/files/open-files.ts';
import { eraseWaitingStudents } from '#api/students/student-data/erase-students.service.ts';
import { forgetMailWithFiles, mailFolder } from '#api/mail/mailer.ts';
import { forgetOldFiles } from '#api/jobs/stored-files.ts';
import { fetchPdf } from '../calls/reading.ts';
import type { TestApp } from '../app/test-app.ts';

/** Adds the students of a school, erases them, and reads the proof of an erasure. */
export function erasureDesk(test: TestApp, schoolId: string) {
  const add = (studentNumber: string, firstName: string, lastName: string) =>
    test.ask.studentRecords.add(
      {
        body: {
          schoolId,
          studentNumber,
          firstName,
          lastName,
          grade: '4',
          factsFamilyId: 'F-7777',
          parents: [{ name: 'Marmaduke Thistlewick', email: 'marmaduke@example.org' }],
        },
      },
      { idempotencyKey: uuidv4() },
    );
  const eraseAll = (body: { confirm: string; reason: string }) =>
    test.owner.studentData.eraseAll({ params: { id: schoolId }, body });
  const run = () =>
    eraseWaitingStudents(test.db, {
      forgetFiles: async () => {
        await forgetOldFiles(test.db, openFiles(test.db, undefined));
        await forgetMailWithFiles(mailFolder(test.dataDir));
      },
      backupDays: 14,
    });
  const readProof = async (id: string) => {
    const { pages } = await fetchPdf(test, studentDataApi.proof, { params: { id } });
    return pages.join(' ').replace(/\s+/g, ' ');
  };
  const overview = (query = {}) => test.ask.studentData.get({ params: { id: schoolId }, query });
  return { add, eraseAll, run, readProof, overview };
}
