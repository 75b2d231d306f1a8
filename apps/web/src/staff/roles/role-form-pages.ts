/** Pages with the form of a role, which load together. */
export { AddRolePage } from './add-role-page.tsx';
export { EditRolePage } from './edit-role-page.tsx';
