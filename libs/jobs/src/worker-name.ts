import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** By which leases say who holds them: `@Inject(WORKER_NAME) worker: string`. */
export const WORKER_NAME = Symbol('worker name');

export function newWorkerName(): string {
  return `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
}
