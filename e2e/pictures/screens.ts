import { REPORTS } from '@pos/contract/reports/list';
import type { SeasonFairs } from './season.ts';

/** A control that is pressed on the way to a picture; `row` is the link of a list's first row. */
export type Press = ['button' | 'link' | 'menuitem' | 'tab', string | RegExp] | 'row';

/** A picture: its name, its address, and the presses from there to a drawer, dialog or menu. */
export type Screen = {
  name: string;
  address: string;
  presses?: readonly Press[];
  /** Opened without a session. */
  isPublic?: true;
  /** Typed after the presses. */
  types?: string;
  /** Not on a phone, where the way there is another. */
  isWide?: true;
};

/** All screens, drawers, dialogs and reports of a demo season, in the order of the main menu. */
export function seasonScreens(fairs: SeasonFairs): Screen[] {
  return [
    ...OUTSIDE,
    { name: 'public-page', address: fairs.live.publicPage, isPublic: true },
    ...FRAME,
    ...fairPages(fairs),
    ...closeOut(fairs),
    ...SALES,
    ...stock(fairs),
    ...reports(fairs),
    ...PEOPLE,
    ...SETTINGS,
  ];
}

const OUTSIDE: readonly Screen[] = [
  { name: 'login', address: '/login', isPublic: true },
  { name: 'forgot-password', address: '/forgot-password', isPublic: true },
];

const FRAME: readonly Screen[] = [
  { name: 'dashboard', address: '/dashboard' },
  { name: 'bell', address: '/dashboard', presses: [['button', /^Notifications/]] },
  { name: 'help', address: '/dashboard', presses: [['button', 'Help']] },
  { name: 'palette', address: '/dashboard', presses: [['button', /^Search/]] },
  {
    name: 'palette-query',
    address: '/dashboard',
    presses: [['button', /^Search/]],
    types: 'prairie',
  },
  { name: 'not-found', address: '/no-such-page' },
];

const SCHOOLS: readonly Screen[] = [
  { name: 'schools', address: '/schools' },
  { name: 'school', address: '/schools', presses: ['row'] },
  {
    name: 'merge-school',
    address: '/schools',
    presses: ['row', ['button', 'More actions'], ['menuitem', 'Merge a duplicate…']],
  },
  {
    name: 'school-student-data',
    address: '/schools',
    presses: ['row', ['link', 'Student data']],
  },
  {
    name: 'school-retention-rule',
    address: '/schools',
    presses: ['row', ['link', 'Student data'], ['button', 'Change rule…']],
  },
  {
    name: 'school-erase-students',
    address: '/schools',
    presses: ['row', ['link', 'Student data'], ['button', 'Erase all students…']],
  },
  { name: 'add-school', address: '/add-school' },
  { name: 'upload-schools', address: '/schools/upload' },
];

function fairPages({ upcoming, live, to_close_out, closed_out, inactive }: SeasonFairs): Screen[] {
  return [
    { name: 'fairs', address: '/fairs' },
    { name: 'calendar', address: '/fairs?view=calendar' },
    { name: 'timeline', address: '/fairs?view=timeline' },
    { name: 'upload-fairs', address: '/fairs/upload' },
    { name: 'add-fair', address: '/add-fair' },
    { name: 'title', address: '/inventory', presses: ['row'] },
    { name: 'add-title', address: '/add-title' },
    { name: 'packages', address: '/packages' },
    { name: 'package', address: '/package/1' },
    { name: 'upload-titles', address: '/inventory/upload' },
    { name: 'prices', address: '/inventory/prices' },
    { name: 'receipts', address: '/warehouse/receipts' },
    { name: 'receipt', address: '/warehouse/receipts', presses: ['row'] },
    ...SCHOOLS,
    { name: 'edit-fair', address: `/edit-fair/${live.id}` },
    { name: 'fair-upcoming', address: upcoming.page },
    { name: 'fair-live', address: live.page },
    { name: 'fair-ended', address: to_close_out.page },
    { name: 'fair-closed-out', address: closed_out.page },
    { name: 'fair-inactive', address: inactive.page },
    ...['inventory', 'orders', 'payments', 'devices', 'cartons', 'templates', 'activity'].map(
      (tab) => ({ name: `fair-tab-${tab}`, address: `${live.page}?tab=${tab}` }),
    ),
    {
      name: 'fair-reset',
      address: live.page,
      presses: [
        ['button', 'More actions'],
        ['menuitem', 'Reset…'],
      ],
    },
    {
      name: 'fair-add-cashiers',
      address: `${live.page}?tab=devices`,
      presses: [['button', 'Add cashiers…']],
    },
    { name: 'day-sheet', address: live.page, presses: [['button', /sheet$/]] },
  ];
}

function closeOut({ to_close_out, reverted, closed_out }: SeasonFairs): Screen[] {
  const page = `${to_close_out.page}?tab=close-out`;
  return [
    ...['checks', 'count', 'returns', 'profit', 'review'].map((step) => ({
      name: `close-out-${step}`,
      address: `${page}&step=${step}`,
    })),
    { name: 'close-out-reverted', address: `${reverted.page}?tab=close-out&step=count` },
    { name: 'close-out-finished', address: `${closed_out.page}?tab=close-out` },
    {
      name: 'close-out-revert',
      address: `${closed_out.page}?tab=close-out`,
      presses: [['button', 'Revert…']],
    },
  ];
}

const SALES: readonly Screen[] = [
  { name: 'orders', address: '/orders' },
  { name: 'order', address: '/orders', presses: ['row'] },
  { name: 'refund', address: '/orders', presses: ['row', ['button', 'Refund…']] },
  { name: 'correct-day', address: '/orders', presses: ['row', ['button', 'Correct day…']] },
  { name: 'add-order', address: '/orders/add' },
  { name: 'held-orders', address: '/orders?view=held' },
  {
    name: 'held-order',
    address: '/orders?view=held',
    presses: [['button', /^Content of/]],
    isWide: true,
  },
  { name: 'export', address: '/orders', presses: [['button', 'Export']], isWide: true },
  { name: 'columns', address: '/orders', presses: [['button', 'Columns']], isWide: true },
  { name: 'payments', address: '/payments' },
  { name: 'payment', address: '/payments', presses: ['row'] },
  {
    name: 'office-day-sheet',
    address: '/payments',
    presses: [['button', 'Office eWallet receipts']],
  },
  { name: 'payment-review', address: '/payments?status=under_review', presses: ['row'] },
];

function stock({ upcoming, live }: SeasonFairs): Screen[] {
  const inventory = `/fair-inventory?fairId=${live.id}`;
  return [
    { name: 'fair-inventory', address: inventory },
    { name: 'adjust', address: inventory, presses: [['button', /^Adjust /]], isWide: true },
    { name: 'all-inventory', address: '/inventory' },
    { name: 'counts', address: '/warehouse/counts' },
    { name: 'count', address: '/warehouse/counts', presses: ['row'] },
    { name: 'new-count', address: '/warehouse/counts', presses: [['button', 'New count']] },
    { name: 'differences', address: '/warehouse/differences' },
    { name: 'shipments', address: '/warehouse/shipments' },
    { name: 'shipment', address: '/warehouse/shipments', presses: ['row'] },
    { name: 'put-away', address: '/warehouse/returns' },
    {
      name: 'fair-put-away',
      address: '/warehouse/returns',
      presses: [['link', /Book Fair$/]],
    },
    {
      name: 'new-restock',
      address: '/warehouse/shipments',
      presses: [['button', 'New restock']],
    },
    { name: 'upload-inventory', address: `${upcoming.page}/upload` },
    { name: 'return-count', address: `${live.page}/return-count` },
    { name: 'scan', address: `${live.page}/scan?stage=return` },
  ];
}

function reports({ closed_out }: SeasonFairs): Screen[] {
  const shown = Object.keys(REPORTS).map((reportType) => ({
    name: `report-${reportType.toLowerCase().replaceAll('_', '-')}`,
    address: `/reports?reportType=${reportType}&${closed_out.report}`,
  }));
  return [
    ...shown,
    {
      name: 'schedule-report',
      address: `/reports?reportType=SALES_SUMMARY&${closed_out.report}`,
      presses: [
        ['button', 'Export'],
        ['menuitem', 'Schedule…'],
      ],
    },
    { name: 'scheduled-reports', address: '/reports/schedules' },
  ];
}

const PEOPLE: readonly Screen[] = [
  { name: 'students', address: '/students' },
  { name: 'student', address: '/students', presses: ['row'] },
  { name: 'add-student', address: '/students', presses: [['button', 'Add student']] },
  {
    name: 'wallet-cards',
    address: '/students',
    presses: ['row', ['button', 'More actions'], ['menuitem', 'Print wallet card…']],
  },
  {
    name: 'merge-student',
    address: '/students',
    presses: ['row', ['button', 'More actions'], ['menuitem', 'Merge a duplicate…']],
  },
  { name: 'users', address: '/users' },
  { name: 'user', address: '/users', presses: ['row'] },
  {
    name: 'user-places',
    address: '/users?search=tolliver',
    presses: ['row', ['button', 'Change…']],
  },
  { name: 'add-user', address: '/add-user' },
  { name: 'roles', address: '/roles' },
  { name: 'role', address: '/roles', presses: ['row'] },
  { name: 'add-role', address: '/add-role' },
  { name: 'devices', address: '/devices' },
  { name: 'device', address: '/devices', presses: ['row'] },
  { name: 'add-device', address: '/add-device' },
];

const SETTINGS: readonly Screen[] = [
  { name: 'templates', address: '/master-template' },
  { name: 'settings', address: '/settings' },
  ...['sync', 'money', 'registers', 'security', 'backups'].map((section) => ({
    name: `settings-${section}`,
    address: `/settings?section=${section}`,
  })),
  {
    name: 'company-sign-in',
    address: '/settings?section=security',
    presses: [['button', 'Set up']],
  },
  { name: 'profile', address: '/profile' },
  { name: 'change-password', address: '/change-password' },
];
