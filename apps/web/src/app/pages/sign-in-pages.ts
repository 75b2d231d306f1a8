export { ForgotPasswordPage } from '#web/staff/sign-in/forgot-password-page.tsx';
export { ResetPasswordPage, SetupPasswordPage } from '#web/staff/sign-in/set-password-page.tsx';
export { VerifyAccountPage } from '#web/staff/sign-in/verify-account-page.tsx';
export { CompanySignInPage } from './company-sign-in-page.tsx';
export { SecondFactorPage } from './second-factor-page.tsx';
