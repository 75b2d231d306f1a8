import path from 'node:path';
import { parseArgs } from 'node:util';

/** Options of `npm run simulate`. */
export type SimulateOptions = {
  url: string;
  email: string;
  password: string;
  fair: string;
  /** Orders of all registers together; a replay has as many as its file. */
  orders: number;
  registers: number;
  /** Device IDs of the registers; by default SIM-01, SIM-02 and so on. */
  devices?: string[];
  seed: string;
  replay?: string;
  chaos: boolean;
  batch: number;
  folder: string;
};

export const USAGE = `npm run simulate -- --email OWNER --password PASSWORD --fair FAIR-IDENTIFIER [options]

  --url http://127.0.0.1:3000   the server
  --registers 2                 number of registers
  --devices REG-01,REG-02       their device IDs (default SIM-01, SIM-02, ...; added if missing)
  --orders 200                  number of orders of all registers together
  --seed 1                      another seed makes other sales
  --replay orders.json          sends these orders instead: [{ "device": "REG-01", "order": { ... } }]
  --batch 50                    orders in one request, at most 200
  --chaos                       some batches twice, all of them out of order, two at a time, some responses lost
  --folder .data/registers      journals of the registers; the next run continues from them`;

/**
 * Parses the command line; null if only help is requested. Throws a sentence for every missing or
 * wrong option.
 */
export function readOptions(
  args: readonly string[],
  workingDir = process.cwd(),
): SimulateOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      email: { type: 'string' },
      password: { type: 'string' },
      fair: { type: 'string' },
      registers: { type: 'string', default: '2' },
      devices: { type: 'string' },
      orders: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      replay: { type: 'string' },
      batch: { type: 'string', default: '50' },
      chaos: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      folder: { type: 'string', default: path.join('.data', 'registers') },
    },
  });
  if (values.help) return null;
  const given = (name: 'email' | 'password' | 'fair') => {
    const value = values[name];
    if (!value) throw new Error(`--${name} is missing.`);
    return value;
  };
  const devices = values.devices?.split(',').map((device) => device.trim());
  return {
    url: values.url.replace(/\/+$/, ''),
    email: given('email'),
    password: given('password'),
    fair: given('fair'),
    orders: whole('orders', values.orders, 1, 100_000),
    registers: devices?.length ?? whole('registers', values.registers, 1, 50),
    batch: whole('batch', values.batch, 1, 200),
    seed: values.seed,
    chaos: values.chaos,
    folder: path.resolve(workingDir, values.folder),
    ...(devices && { devices }),
    ...(values.replay !== undefined && { replay: path.resolve(workingDir, values.replay) }),
  };
}

function whole(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`--${name} must be a whole number from ${min} to ${max}.`);
  return value;
}
