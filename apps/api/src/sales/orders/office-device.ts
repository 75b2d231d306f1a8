/**
 * The device that orders of the office are booked under. It counts as deleted, so no list shows it
 * and no register logs in as it.
 */
export const OFFICE_DEVICE_ID = '01900000-0000-7000-8000-0000000ff1ce';
