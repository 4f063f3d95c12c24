export { type AskedVideo, decodeVideoGeneration, decodeVideosCreate } from './decode-video.js';
export { encodeTaskPage } from './encode-list.js';
export { encodeCreatedTask, encodeTask } from './encode-task.js';
export { encodeCreatedVideo, encodeDeletedVideo, encodeVideo } from './encode-video.js';
export { readTaskListQuery } from './list-query.js';
export { type VideoLink } from './shown-task.js';
