import { type ResponseWorkerOptions } from '#responses';
import { type VideoWorkOptions } from '#video-tasks';

/** Overrides defaults, in tests. */
export interface WorkerOptions extends Pick<VideoWorkOptions, 'settings' | 'pass'> {
  /** Overrides the default options of background responses. */
  responseSettings?: Partial<ResponseWorkerOptions>;
}
