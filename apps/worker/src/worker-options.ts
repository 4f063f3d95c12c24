import { type ResponseWorkerOptions } from '#responses';
import { type Failpoint, type WorkSettings } from '#video-tasks';

export const WORKER_OPTIONS = Symbol('worker options');

export interface WorkerOptions {
  /** How patient the work on tasks is, where it is not as usual. */
  settings?: Partial<WorkSettings>;
  /** The same for responses in the background. */
  responseSettings?: Partial<ResponseWorkerOptions>;
  /** Called at the moments at which a test lets a process die. */
  pass?: (failpoint: Failpoint) => Promise<void>;
}
