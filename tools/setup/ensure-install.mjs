// Makes the two commands of the README work on a fresh checkout: installs what package-lock.json says when node_modules is missing or
// was made from another lockfile, and costs a few milliseconds otherwise. It runs on whatever Node the computer has, before anything is
// installed, so it is plain JavaScript, imports nothing but Node's own modules and keeps to old syntax.
import { spawnSync } from 'child_process';
import { createHash } from 'crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'fs';
import path from 'path';
import { fileURLToPath } from 'url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = path.join(root, 'node_modules');
const stamp = path.join(modules, '.installed-for');
const lock = path.join(root, '.install-lock');

// Settings of the person or the company that an installation needs; everything else that npm tells its scripts would mislead the npm inside.
const KEPT =
  /^npm_config_(registry|cache|userconfig|globalconfig|ca|cafile|cert|key|proxy|https_proxy|http_proxy|noproxy|strict_ssl|offline|prefer_offline|fetch_\w+|\/\/.*|@.*)$/i;

try {
  requireNode(20, 19);
  if (!isInstalled()) install();
} catch (error) {
  console.error(`\n${error.message}\n`);
  process.exitCode = 1;
}

function requireNode(major, minor) {
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  throw new Error(
    `POS Admin needs Node ${major}.${minor} or newer, and this is Node ${process.versions.node}. Install a newer one from https://nodejs.org and try again.`,
  );
}

function isInstalled() {
  if (readText(stamp) === fingerprint()) return true;
  if (!isInstalledByHand()) return false;
  // Somebody else's node_modules may be complete without being ours to write.
  try {
    writeFileSync(stamp, fingerprint());
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error;
  }
  return true;
}

function fingerprint() {
  return createHash('sha256')
    .update(`${process.platform}-${process.arch}\n`)
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
}

/** Whether an ordinary "npm ci" has done the work: npm notes at its end, in a lockfile of its own, what it has put into node_modules. */
function isInstalledByHand() {
  const noted = readText(path.join(modules, '.package-lock.json'));
  if (!noted) return false;
  const have = JSON.parse(noted).packages;
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.keys(wanted).every((place) => {
    if (!/(^|\/)node_modules\//.test(place) || wanted[place].link) return true;
    if (have[place]) return have[place].version === wanted[place].version;
    return wanted[place].optional === true && !isForThisComputer(wanted[place]);
  });
}

function isForThisComputer(entry) {
  if (!entry.os && !entry.cpu) return false;
  return (
    (!entry.os || entry.os.includes(process.platform)) &&
    (!entry.cpu || entry.cpu.includes(process.arch)) &&
    !entry.libc
  );
}

function install() {
  const release = acquireLock();
  try {
    // The one that had the lock before may have done it.
    if (isInstalled()) return;
    console.error(
      'Installing what POS Admin needs (npm ci --ignore-scripts). The first time this takes about a minute.',
    );
    const status = npmCi();
    if (status !== 0)
      throw new Error(
        `The installation failed (npm ci ended with ${status}); its reason stands above. Once it is put right, run the same command again.`,
      );
    requireProgramNode();
    completeInstall();
    writeFileSync(stamp, fingerprint());
  } finally {
    release();
  }
}

function npmCi() {
  // No package runs code of its own here (docs/trust.md T32); completeInstall does what ours need.
  const args = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
  ];
  const env = {};
  for (const name of Object.keys(process.env))
    if (!/^npm_/i.test(name) || KEPT.test(name)) env[name] = process.env[name];
  const npm = process.env.npm_execpath || '';
  const options = { cwd: root, env, stdio: ['ignore', 2, 2] };
  // The npm that was called, where it was npm: there may be several.
  const result = /npm-cli\.c?js$/.test(npm)
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (result.error)
    throw new Error(
      `npm could not be started (${result.error.message}). Install Node together with npm from https://nodejs.org and try again.`,
    );
  return result.status === null ? result.signal : result.status;
}

/** The program itself runs on Node 24, which the installation brings, except where npm has none for the computer. */
function requireProgramNode() {
  const lockfile = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  if (
    !Object.keys(lockfile.packages).some((place) => /^node_modules\/node-(linux|win)-/.test(place))
  )
    return;
  const brought = programNode();
  if (
    brought !== process.execPath &&
    spawnSync(brought, ['--version'], { shell: process.platform === 'win32' }).status === 0
  )
    return;
  if (Number(process.versions.node.split('.')[0]) >= 24) return;
  throw new Error(
    `POS Admin runs on Node 24, which npm does not bring for ${process.platform} on ${process.arch}, and this is Node ${process.versions.node}. Install Node 24 or newer from https://nodejs.org and try again.`,
  );
}

/** Makes the links between files of the embedded PostgreSQL, which npm cannot carry and an install script would make. */
function completeInstall() {
  const program = path.join(root, 'tools', 'setup', 'complete-install.ts');
  if (!existsSync(program)) return;
  const { status } = spawnSync(programNode(), [program], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    throw new Error(
      'The installation could not be completed; its reason stands above. Once it is put right, run the same command again.',
    );
}

/** The Node that the program runs on: the one that the installation brings, else this one. */
function programNode() {
  const brought = path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  return existsSync(brought) ? brought : process.execPath;
}

/** A folder can be made by one process only; inside stands who made it, so one left behind by a kill does not count. */
function acquireLock() {
  let told = false;
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(path.join(lock, 'owner'), identity(process.pid));
      return () => rmSync(lock, { recursive: true, force: true });
    } catch (error) {
      if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
        throw new Error(
          `POS Admin has to be installed first, and ${root} cannot be written by this user. Run "npm ci" there as its owner, then try again.`,
        );
      }
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = readText(path.join(lock, 'owner'));
    if (isDead(owner)) {
      removeDead(owner);
    } else {
      if (!told) console.error('Another process is installing; waiting for it.');
      told = true;
      pause(250);
    }
  }
}

function isDead(owner) {
  if (owner) return identity(Number(owner.split(' ')[0])) !== owner;
  // Its maker stands between making the folder and writing its name, or was killed there.
  try {
    return Date.now() - statSync(lock).mtimeMs > 5000;
  } catch (error) {
    return false;
  }
}

function removeDead(owner) {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    return;
  }
  // Another waiting process was quicker, and this is its lock by now.
  if (readText(path.join(aside, 'owner')) !== owner) {
    try {
      renameSync(aside, lock);
      return;
    } catch (error) {
      /* a third one has it */
    }
  }
  rmSync(aside, { recursive: true, force: true });
}

/** The process number together with the start of the process, where the system tells it; numbers are used again. Empty for a dead one. */
function identity(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return '';
  }
  const stat = readText(`/proc/${pid}/stat`);
  if (!stat) return String(pid);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? '' : `${pid} ${fields[19]}`;
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return '';
  }
}

function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
