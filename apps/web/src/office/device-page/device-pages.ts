/** Pages with the form of a device, which load together. */
export { AddDevicePage } from '#web/fairs/devices/add-device-page.tsx';
export { EditDevicePage } from './edit-device-page.tsx';
