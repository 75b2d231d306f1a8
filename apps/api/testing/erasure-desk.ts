import { fetchFile } from '@pos/contract/client';
import { studentDataApi } from '@pos/contract/student-data';
import { v4 as uuidv4 } from 'uuid';
import { openFiles } from '#api/files/open-files.ts';
import { eraseWaitingStudents } from '#api/features/student-data/erase-students.service.ts';
import { mailFolder } from '#api/mail/mailer.ts';
import { readPdf } from './pdf-text.ts';
import type { TestApp } from './test-app.ts';

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
  const eraseAll = async (body: { confirm: string; reason: string }) =>
    test.owner.studentData.eraseAll({ params: { id: schoolId }, body });
  const run = () =>
    eraseWaitingStudents(test.db, {
      files: openFiles(test.db, undefined),
      mailDir: mailFolder(test.dataDir),
      backupDays: 14,
    });
  const proofOf = async (id: string) => {
    const { blob } = await fetchFile(
      studentDataApi.proof,
      { params: { id } },
      test.send(test.ownerToken),
    );
    return readPdf(Buffer.from(await blob.arrayBuffer()))
      .pages.join(' ')
      .replace(/\s+/g, ' ');
  };
  return { add, eraseAll, run, proofOf };
}
