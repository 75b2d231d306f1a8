/** Screens of one's own account, in one chunk. */
export { ChangePasswordPage } from './change-password-page.tsx';
export { ProfilePage } from './profile-page.tsx';
