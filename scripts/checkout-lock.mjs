import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkout } from './checkout.mjs';
import { processStartTime } from './process-identity.mjs';

const lock = join(checkout.buildFolder, 'lock');
const ownFile = `${lock}.${process.pid}`;
const pollMs = 100;

/**
 * Runs `work` while no other process installs or builds in this checkout. `work` gets a function that records a child
 * process in the lock. If this process is killed, the next owner of the lock ends that child first.
 */
export async function withCheckoutLock(work) {
  createBuildFolder();
  await waitForLock();
  process.once('exit', release);
  try {
    return await work((pid) => replace(lock, { ...identify(process.pid), child: identify(pid) }));
  } finally {
    process.off('exit', release);
    release();
  }
}

function release() {
  rmSync(lock, { force: true });
}

function createBuildFolder() {
  mkdirSync(checkout.buildFolder, { recursive: true });
  writeFileSync(join(checkout.buildFolder, '.gitignore'), '*\n');
}

async function waitForLock() {
  // A file that an earlier process with the same pid left may still be linked to the lock, so it must not be
  // overwritten.
  rmSync(ownFile, { force: true });
  writeFileSync(ownFile, JSON.stringify(identify(process.pid)));
  try {
    for (let attempt = 0; !claim(lock); attempt += 1) {
      if (attempt === 1) console.log('Waiting for another process that is preparing this checkout …');
      await sleep(pollMs);
    }
  } finally {
    rmSync(ownFile, { force: true });
  }
}

/** A hard link appears atomically with its content, and fails if the file exists. */
function claim(path) {
  try {
    linkSync(ownFile, path);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const owner = readOwner(path);
  return owner !== undefined && !isAlive(owner) && takeOver(path, owner);
}

/**
 * Replaces the lock of an owner that has ended. Several processes can find the same lock: only the one that claims a
 * second lock first may replace it, so that none removes the lock of another.
 */
function takeOver(path, owner) {
  const takeOverLock = `${path}.after-${owner.pid}-${owner.startTime}`;
  if (!claim(takeOverLock)) return false;
  try {
    const current = readOwner(path);
    if (current?.pid !== owner.pid || current.startTime !== owner.startTime) return false;
    if (current.child && isAlive(current.child)) process.kill(-current.child.pid, 'SIGKILL');
    replace(path, identify(process.pid));
    return true;
  } finally {
    rmSync(takeOverLock, { force: true });
  }
}

function replace(path, owner) {
  const next = `${ownFile}.next`;
  writeFileSync(next, JSON.stringify(owner));
  renameSync(next, path);
}

function readOwner(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    // A power failure can leave an empty file, which no running process owns.
    if (error instanceof SyntaxError) return { pid: 0, startTime: 'unreadable' };
    throw error;
  }
}

function identify(pid) {
  return { pid, startTime: processStartTime(pid) };
}

function isAlive({ pid, startTime }) {
  return processStartTime(pid) === startTime;
}
