import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkout } from './checkout.mjs';
import { processStartTime } from './process-identity.mjs';

const lock = join(checkout.workshop, 'lock');
const ticket = `${lock}.${process.pid}`;
const pollMs = 100;

/**
 * Runs `work` while no other process installs or builds in this checkout. `work` is given a function that
 * notes a process working for us, which whoever takes over from us, should we be killed, has to end first.
 */
export async function withCheckoutLock(work) {
  openWorkshop();
  await waitForLock();
  process.once('exit', release);
  try {
    return await work((pid) => replace(lock, { ...identify(process.pid), helper: identify(pid) }));
  } finally {
    process.off('exit', release);
    release();
  }
}

function release() {
  rmSync(lock, { force: true });
}

function openWorkshop() {
  mkdirSync(checkout.workshop, { recursive: true });
  writeFileSync(join(checkout.workshop, '.gitignore'), '*\n');
}

async function waitForLock() {
  // A ticket left by a process of the same number may still be linked to the lock: it must not be written to.
  rmSync(ticket, { force: true });
  writeFileSync(ticket, JSON.stringify(identify(process.pid)));
  try {
    for (let attempt = 0; !claim(lock); attempt += 1) {
      if (attempt === 1) console.log('Waiting for another process that is preparing this checkout …');
      await sleep(pollMs);
    }
  } finally {
    rmSync(ticket, { force: true });
  }
}

/** Linking makes the file appear whole or not at all, and fails where it exists. */
function claim(path) {
  try {
    linkSync(ticket, path);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const owner = buildOwner(path);
  return owner !== undefined && !isAlive(owner) && takeOver(path, owner);
}

/**
 * Only who holds the claim on a dead owner's lock may replace it, so that of several that find the same
 * dead owner one succeeds and none removes the lock of the one that did.
 */
function takeOver(path, owner) {
  const inheritance = `${path}.after-${owner.pid}-${owner.startTime}`;
  if (!claim(inheritance)) return false;
  try {
    const current = buildOwner(path);
    if (current?.pid !== owner.pid || current.startTime !== owner.startTime) return false;
    if (current.helper && isAlive(current.helper)) process.kill(-current.helper.pid, 'SIGKILL');
    replace(path, identify(process.pid));
    return true;
  } finally {
    rmSync(inheritance, { force: true });
  }
}

function replace(path, owner) {
  const next = `${ticket}.next`;
  writeFileSync(next, JSON.stringify(owner));
  renameSync(next, path);
}

function buildOwner(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    // A power cut can leave an empty file; nobody who lives owns that.
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
