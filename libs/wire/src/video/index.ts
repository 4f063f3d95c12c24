export { type AskedVideo, decodeVideoGeneration, decodeVideosCreate } from './decode-video.js';
export {
  type VideoLink,
  encodeCreatedTask,
  encodeCreatedVideo,
  encodeDeletedVideo,
  encodeTask,
  encodeTaskPage,
  encodeVideo,
} from './encode-task.js';
export { readTaskListQuery } from './list-query.js';
