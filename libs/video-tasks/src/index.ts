export { type Acceptance, type Accepted, VideoTasks } from './video-tasks.js';
export { FinishedTaskRepository } from './finished-task.repository.js';
export { type Film, openFilm } from './open-film.js';
export { openVideoTasks, openTaskWorker } from './open.repository.js';
export { type SentOrder, ordersOf } from './orders.repository.js';
export { VIDEO_TASKS_TABLES } from './table-retention.js';
export { type StoredRequest, TaskSeals } from './task-seals.js';
export { UnsealedTaskRepository } from './unsealed-task.repository.js';
export { CANCELLED_CODE } from './task-failures.js';
export { type KeptImage, type KeptRequest, type VideoFormat, type VideoTask, isFinished } from './task.js';
/** Where jobs say that a task may be due. */
export const VIDEO_QUEUE = 'video';
export { TaskWorker } from './work/task-worker.js';
export { type Failpoint, type WorkSettings } from './work/work-parts.js';
