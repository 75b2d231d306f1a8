/** Pages of scheduled reports, loaded together. */
export { SchedulePage } from './schedule-page.tsx';
export { SchedulesPage } from './schedules-page.tsx';
