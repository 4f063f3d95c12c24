import { chmodSync, mkdirSync } from 'node:fs';
import { canEnter, type ServerUser } from './server-user.js';

/** Where root keeps what the server's user cannot reach where it is. */
export const systemFolder = '/var/lib/modelgate';

export function ensureSystemFolder(user: ServerUser): void {
  if (mkdirSync(systemFolder, { recursive: true }) !== undefined) chmodSync(systemFolder, 0o711);
  if (canEnter(user, systemFolder)) return;
  throw new Error(`User ${user.uid}, who is to run PostgreSQL, cannot enter ${systemFolder}: chmod o+x it.`);
}
