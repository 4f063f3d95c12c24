import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type ResponseWorkSettings } from '#responses';
import { type Failpoint, type WorkSettings } from '#video-tasks';

export const WORKER_OPTIONS = Symbol('worker options');

export interface WorkerOptions {
  /** By which leases say who holds them. */
  name: string;
  /** How patient the work on tasks is, where it is not as usual. */
  settings?: Partial<WorkSettings>;
  /** The same for responses in the background. */
  responseSettings?: Partial<ResponseWorkSettings>;
  /** Called at the moments at which a test lets a process die. */
  pass?: (failpoint: Failpoint) => Promise<void>;
}

export function newWorkerName(): string {
  return `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
}
