/** The pages of one title, which load together. */
export { AddTitlePage } from './add-title-page.tsx';
export { EditTitlePage } from './edit-title-page.tsx';
export { TitleDetailsPage } from './title-details-page.tsx';
