import type { ServerUser } from './server-user.js';

/**
 * How every program of PostgreSQL is started. The environment is not handed on: it holds our secrets, and
 * variables such as PGDATA or LC_ALL would change what the programs do and the language they say it in.
 */
export function serverProcessOptions(user: ServerUser | undefined) {
  // The current folder may be closed to the other user.
  return { ...user, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' } };
}
