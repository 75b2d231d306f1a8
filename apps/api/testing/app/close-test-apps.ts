import { afterAll } from 'vitest';
import { closeTestApps } from './opened-apps.ts';

// Vitest runs this file before each test file, also where modules stay loaded between them.
afterAll(closeTestApps);
