import { type ResponseWorkerOptions } from '#responses';
import { type Failpoint, type WorkSettings } from '#video-tasks';

export const WORKER_OPTIONS = Symbol('worker options');

export interface WorkerOptions {
  /** Overrides the default timeouts and intervals of video tasks. */
  settings?: Partial<WorkSettings>;
  /** Overrides the default options of background responses. */
  responseSettings?: Partial<ResponseWorkerOptions>;
  /** Called at points where a test can kill the process. */
  pass?: (failpoint: Failpoint) => Promise<void>;
}
