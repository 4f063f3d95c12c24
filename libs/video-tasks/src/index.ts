export { VideoTasks } from './video-tasks.js';
export { type Acceptance, type Accepted } from './task-acceptance.js';
export { FinishedTaskRepository } from './finished-task.repository.js';
export { type Video, openVideo } from './open-video.js';
export { accountName } from './pinned-account.js';
export { TaskCallbacks } from './task-callbacks.js';
export { type Submission } from './submissions.js';
export { type StoredRequest, TaskSeals } from './task-seals.js';
export { UnsealedTaskRepository } from './unsealed-task.repository.js';
export { CANCELLED_CODE } from './task-failures.js';
export { type KeptImage, type VideoFormat, type VideoTask, isFinished, listImageFiles } from './task.js';
export { VIDEO_TASKS_OPTIONS, type VideoTasksOptions } from './task-wake-ups.js';
export { VideoTasksModule } from './video-tasks.module.js';
export { type TaskHistory, TaskListRepository, type TaskRow } from './task-list.repository.js';
export { TaskWorker } from './work/task-worker.js';
export {
  type Failpoint,
  VIDEO_WORK_OPTIONS,
  type VideoWorkOptions,
  type WorkSettings,
} from './work/work-options.js';
