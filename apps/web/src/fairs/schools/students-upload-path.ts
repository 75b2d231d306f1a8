import { pathTo } from '#web/lib/api/paths.ts';

/** Address of the page that uploads a school's list of students. */
export const studentsUploadPath = (schoolId: string): string =>
  `${pathTo('school-details', { id: schoolId })}/upload-students`;
