/** The pages of one school, which load together. */
export { AddSchoolPage } from './add-school-page.tsx';
export { EditSchoolPage } from './edit-school-page.tsx';
export { SchoolDetailsPage } from './school-details-page.tsx';
