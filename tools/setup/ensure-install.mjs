// Makes the README's two commands work on a fresh checkout: runs npm ci if node_modules is missing
// or was installed from another lockfile; otherwise costs a few milliseconds. Runs before anything
// is installed on whatever Node the computer has, so it is plain JavaScript, imports only Node's
// own modules and sticks to old syntax.
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

// npm settings of the user or company that an installation needs; npm's other variables would
// mislead the nested npm.
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
  // Another user's node_modules may be complete but not writable.
  try {
    writeFileSync(stamp, '');
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error;
    return true;
  }
  completeInstall();
  writeFileSync(stamp, fingerprint());
  return true;
}

function fingerprint() {
  return createHash('sha256')
    .update(`${process.platform}-${process.arch}\n`)
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
}

/**
 * Returns true if a plain "npm ci" already installed this lockfile: npm records the installed
 * packages in its own lockfile at the end.
 */
function isInstalledByHand() {
  const noted = readText(path.join(modules, '.package-lock.json'));
  if (!noted) return false;
  const have = JSON.parse(noted).packages;
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.keys(wanted).every((place) => {
    if (!/(^|\/)node_modules\//.test(place)) return true;
    if (wanted[place].link) return have[place] !== undefined;
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
    // The previous lock holder may have installed everything.
    if (isInstalled()) return;
    console.error(
      'Installing what POS Admin needs (npm ci --ignore-scripts). The first time this takes about a minute.',
    );
    const status = npmCi();
    if (status !== 0)
      throw new Error(
        `The installation failed (npm ci ended with ${status}); see the reason above. Fix it, then run the same command again.`,
      );
    requireProgramNode();
    completeInstall();
    writeFileSync(stamp, fingerprint());
  } finally {
    release();
  }
}

function npmCi() {
  // Packages run no install scripts (docs/trust.md T32); completeInstall does the necessary steps.
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
  // The calling npm, if there is one: several may be installed.
  const result = /npm-cli\.c?js$/.test(npm)
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (result.error)
    throw new Error(
      `npm could not be started (${result.error.message}). Install Node together with npm from https://nodejs.org and try again.`,
    );
  return result.status === null ? result.signal : result.status;
}

/**
 * The program runs on Node 24, which the installation includes, except on platforms for which npm
 * has none.
 */
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

/**
 * Creates the links between files of the embedded PostgreSQL, which npm cannot carry and an install
 * script would create.
 */
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
      'The installation could not be completed; see the reason above. Fix it, then run the same command again.',
    );
}

/** Returns the installed Node for the program, else the current one. */
function programNode() {
  const brought = path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  return existsSync(brought) ? brought : process.execPath;
}

/**
 * Only one process can create a folder. It contains its owner, so that a lock left behind by a kill
 * does not count.
 */
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
          { cause: error },
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
  // Its owner is about to write its name, or was killed before.
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
  // Another waiting process took it first, and now owns this lock.
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

/**
 * Returns the process ID plus the process's start time where available, because IDs are reused.
 * Empty for a dead process.
 */
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
