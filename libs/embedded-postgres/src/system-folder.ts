import { chmodSync, mkdirSync } from 'node:fs';
import { canEnter, type ServerUser } from './server-user.js';

/** For files that the server's user cannot access in their original folder. Used only as root. */
export const systemFolder = '/var/lib/modelgate';

export function ensureSystemFolder(user: ServerUser): void {
  if (mkdirSync(systemFolder, { recursive: true }) !== undefined) chmodSync(systemFolder, 0o711);
  if (canEnter(user, systemFolder)) return;
  throw new Error(
    `User ${user.uid}, which runs PostgreSQL, cannot access ${systemFolder}: run chmod o+x on it.`,
  );
}
