import { DEVICE_MODELS } from '@pos/contract/fairs/devices';

/** Models to choose from, by number. */
export const MODELS = Object.entries(DEVICE_MODELS).map(([value, label]) => ({
  value: Number(value),
  label,
}));
