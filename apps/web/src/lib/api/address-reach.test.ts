import { describe, expect, it } from 'vitest';
import { addressReach } from './address-reach.ts';

describe('addressReach', () => {
  it.each([
    ['http://localhost:3000/page', 'this computer'],
    ['http://127.0.0.1:3000/page', 'this computer'],
    ['http://127.1:3000/', 'this computer'],
    ['http://[::1]:3000/', 'this computer'],
    ['http://0.0.0.0:3000/', 'this computer'],
    ['http://192.168.1.20:3000/', 'local network'],
    ['http://10.0.0.5/', 'local network'],
    ['http://172.16.4.4/', 'local network'],
    ['http://172.32.4.4/', 'anywhere'],
    ['http://[fd12:3456::1]/', 'local network'],
    ['http://office-pc/', 'local network'],
    ['http://office.local/', 'local network'],
    ['https://fairs.example.com/', 'anywhere'],
    ['https://10.example.com/', 'anywhere'],
    ['https://[2001:db8::1]/', 'anywhere'],
  ] as const)('%s can be opened from %s', (url, reach) => {
    expect(addressReach(url)).toBe(reach);
  });
});
