import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** The injection token of this worker's name, which leases contain: `@Inject(WORKER_NAME) worker: string`. */
export const WORKER_NAME = Symbol('worker name');

export function newWorkerName(): string {
  return `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
}
