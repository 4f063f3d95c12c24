import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Whom the server runs as where that is not simply the current user: PostgreSQL refuses to run as root. */
export interface ServerUser {
  uid: number;
  gid: number;
}

const preferredNames = ['postgres', 'nobody'];

/** The user to step down to; undefined where the current user is not root and will do. */
export function unprivilegedUser(): ServerUser | undefined {
  if (!runningAsRoot()) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of preferredNames) {
    const account = accounts.find((line) => line.startsWith(`${name}:`));
    const [, , uid, gid] = account?.split(':') ?? [];
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and this system has none of the users ${preferredNames.join(', ')}: ` +
      'start as another user, or set DATABASE_URL to a PostgreSQL server of your own.',
  );
}

export function runningAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Asks the kernel rather than reading mode bits, which know nothing of ACLs and mount options. */
export function canEnter(user: ServerUser, directory: string): boolean {
  return succeedsAs(user, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory]);
}

export function succeedsAs(user: ServerUser, command: string, commandArguments: string[]): boolean {
  return spawnSync(command, commandArguments, { ...user, cwd: '/', env: {}, stdio: 'ignore' }).status === 0;
}

export function giveTo(user: ServerUser | undefined, path: string): void {
  if (user) chownSync(path, user.uid, user.gid);
}

/** The user who owns an existing cluster. One that root owns, as after a restored backup, is given away first. */
export function buildClusterOwner(directory: string, fallback: ServerUser): ServerUser {
  const { uid, gid } = statSync(directory);
  if (uid !== 0) return { uid, gid };
  for (const path of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(directory, path), fallback.uid, fallback.gid);
  }
  chmodSync(directory, 0o700);
  giveTo(fallback, directory);
  return fallback;
}
