/** Pages with the form of a user, which load together. */
export { AddUserPage } from './add-user-page.tsx';
export { EditUserPage } from './edit-user-page.tsx';
