export { type Acceptance, type Accepted, VideoTasks } from './video-tasks.js';
export { openVideoTasks, openTaskWorker } from './open.repository.js';
export { type KeptImage, type VideoFormat, type VideoTask, isFinished } from './task.js';
/** Where jobs say that a task may be due. */
export const VIDEO_QUEUE = 'video';
export { TaskWorker } from './work/task-worker.js';
export { type Failpoint, type WorkSettings } from './work/work-parts.js';
