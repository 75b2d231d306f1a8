import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listAlertMetrics } from './alerts.ts';
import { type Layout, NODES, ONE_MACHINE, readTemplate, VALUES } from './layout.ts';
import { clusterPrograms } from './programs.ts';
import { Service } from './service.ts';
import { fillTemplate } from './template.ts';

const getPorts = (name: string, at: number) => ({
  [`${name}Etcd`]: 2370 + at,
  [`${name}EtcdPeers`]: 2380 + at,
  [name]: 5430 + at,
  [`${name}Rest`]: 8000 + at,
});
const FRONT = { first: 3001, second: 3002, alive: 7000, primary: 6000, standbys: 6001, web: 8080 };
const LAYOUT: Layout = {
  hosts: ONE_MACHINE,
  ports: {
    ...Object.assign({}, ...NODES.map((name, index) => getPorts(name, index + 1))),
    ...FRONT,
  },
  passwords: {
    superuser: 's',
    replicator: 'r',
    rewinder: 'w',
    rest: 'a',
    product: 'p',
    secretKey: 'k',
  },
};

describe('the configuration files in deploy/cluster', async () => {
  const etcdValues = VALUES['etcd.yml'](LAYOUT, '/data', 'pg1', '/data/etcd');
  const etcd = await readTemplate('etcd.yml', etcdValues);
  const patroni = await readTemplate('patroni.yml', VALUES['patroni.yml'](LAYOUT, '/data', 'pg2'));
  const haproxy = await readTemplate('haproxy.cfg', VALUES['haproxy.cfg'](LAYOUT, '/data'));

  it('get every value, and no value too many', async () => {
    expect(etcd).toContain('pg1=https://127.0.0.1:2381,pg2=');
    expect(haproxy).toContain('server pg3 127.0.0.1:5433 check port 8003');
    expect(haproxy).toContain('server second 127.0.0.1:3002 check');
    const sql = await readTemplate('database.sql', VALUES['database.sql'](LAYOUT));
    expect(sql).toContain(`password 'p'`);
    expect(() => fillTemplate('@A@', {})).toThrow('The template has @A@, which has no value.');
    expect(() => fillTemplate('', { A: '1' })).toThrow('The template has no @A@.');
  });

  it('listen on this machine only', () => {
    const all = [etcd, patroni, haproxy].join('\n');
    const listening = [...all.matchAll(/^\s*(?:listen\S*|bind):? ['"]?([^\s'"]+)/gm)].map(
      ([, at]) => at,
    );
    expect(listening.length).toBeGreaterThan(7);
    for (const at of listening) expect(at).toMatch(/^(https:\/\/)?127\.0\.0\.1:\d+$/);
  });

  it('answer nobody without a certificate, and no superuser from the network', () => {
    expect(etcd).not.toContain('http://');
    expect(etcd.match(/client-cert-auth: true/g)).toHaveLength(2);
    expect(patroni).toMatch(/verify_client: required\n +allowlist:/);
    expect(patroni).toMatch(/authentication:\n +username: patroni\n +password: 'a'/);
    const lines = patroni.match(/- (local|host)\w* .*/g) ?? [];
    expect(lines.filter((line) => !/^- (local all postgres|hostssl) /.test(line))).toEqual([]);
    expect(lines.filter((line) => /^- host\S* \S+ (all|postgres) /.test(line))).toEqual([]);
    expect(patroni.indexOf('archive_command')).toBeGreaterThan(patroni.indexOf('bin_dir'));
    expect(haproxy).not.toContain('stats');
  });

  it('let Patroni renew its lock twice before it expires', () => {
    const read = (name: string) =>
      Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni)?.[1]);
    expect(read('loop_wait') + 2 * read('retry_timeout')).toBeLessThanOrEqual(read('ttl'));
    expect(patroni).toMatch(/synchronous_mode: true\n +synchronous_mode_strict: true/);
  });
});

describe('the alerts', () => {
  it('are PromQL and name metrics of the product, Patroni, etcd and Prometheus only', async () => {
    const metrics = new URL('../../apps/api/src/metrics/metrics.ts', import.meta.url);
    const source = await readFile(metrics, 'utf8');
    const own = (name: string) => new RegExp(`'(pos_admin_)?${name}'`).test(source);
    const names = await listAlertMetrics();
    expect(names.length).toBeGreaterThan(20);
    const unknown = names.filter((name) => {
      const [, ours] = /^pos_admin_(.+?)(_bucket|_count|_sum)?$/.exec(name) ?? [];
      // `npm run faults -- --part cluster` looks for these at Patroni and etcd.
      return ours === undefined
        ? !/^(patroni_|etcd_|nodejs_)|^(up|probe_ssl_earliest_cert_expiry)$/.test(name)
        : !own(ours);
    });
    expect(unknown).toEqual([]);
  });
});

describe('the programs of the cluster', () => {
  it('are named with the command that installs them where they are missing', () => {
    const find = (name: string) => (name === 'haproxy' ? '/usr/sbin/haproxy' : undefined);
    expect(() => clusterPrograms(find)).toThrow(
      /needs Debian's packages etcd-server, patroni, postgresql-15, openssl\. Install them with "apt-get install --no-install-recommends etcd-server patroni postgresql-15 openssl"/,
    );
  });
});

const program = (source: string) => spawn(process.execPath, ['-e', source], { stdio: 'pipe' });
const untilTrue = async (isTrue: () => boolean) => {
  while (!isTrue()) await sleep(20);
};

describe('a service', () => {
  const starting = (name: string, aliveUrl?: string) => {
    let starts = 0;
    const start = () => {
      starts += 1;
      return program('setInterval(() => {}, 1000)');
    };
    const log = () => undefined;
    const service = new Service({ name, start, log, ...(aliveUrl && { aliveUrl }) });
    service.start();
    return { service, starts: () => starts };
  };

  it('starts again after a crash, stays away after a kill, and ends in order', async () => {
    const { service, starts } = starting('sleeper');
    await service.crash();
    await untilTrue(() => starts() === 2);
    await service.kill();
    await sleep(1_200);
    expect(starts()).toBe(2);
    expect(service.hasEnded()).toBe(true);
    service.start();
    await service.stop();
    expect([starts(), service.hasEnded()]).toEqual([3, true]);
  });

  it('is restarted when it hangs', async () => {
    let answers = 0;
    const server = createServer((_request, response) => {
      answers += 1;
      response.writeHead(answers > 3 ? 200 : 503).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { service, starts } = starting('hanging', `http://127.0.0.1:${port}/`);
    await untilTrue(() => starts() === 2);
    await service.stop();
    server.close();
    expect(answers).toBeGreaterThanOrEqual(3);
  });
});
