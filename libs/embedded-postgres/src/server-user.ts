import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The user that runs the server if the current user is root: PostgreSQL refuses to run as root. */
export interface ServerUser {
  uid: number;
  gid: number;
}

const preferredNames = ['postgres', 'nobody'];

/** The user to run the server if the current user is root; otherwise undefined. */
export function findUnprivilegedUser(): ServerUser | undefined {
  if (!isRunningAsRoot()) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of preferredNames) {
    const account = accounts.find((line) => line.startsWith(`${name}:`));
    const [, , uid, gid] = account?.split(':') ?? [];
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and this system has none of the users ${preferredNames.join(', ')}: ` +
      'start as another user, or set DATABASE_URL to an external PostgreSQL server.',
  );
}

export function isRunningAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Tries to enter the directory, because mode bits do not show ACLs and mount options. */
export function canEnter(user: ServerUser, directory: string): boolean {
  return succeedsAs(user, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory]);
}

export function succeedsAs(user: ServerUser, command: string, commandArguments: string[]): boolean {
  return spawnSync(command, commandArguments, { ...user, cwd: '/', env: {}, stdio: 'ignore' }).status === 0;
}

export function changeOwner(user: ServerUser | undefined, path: string): void {
  if (user) chownSync(path, user.uid, user.gid);
}

/** The owner of an existing cluster. If root owns it, as after restoring a backup, its owner is changed first. */
export function ensureClusterOwner(directory: string, fallback: ServerUser): ServerUser {
  const { uid, gid } = statSync(directory);
  if (uid !== 0) return { uid, gid };
  for (const path of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(directory, path), fallback.uid, fallback.gid);
  }
  chmodSync(directory, 0o700);
  changeOwner(fallback, directory);
  return fallback;
}
