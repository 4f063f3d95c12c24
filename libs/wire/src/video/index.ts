export { decodeGeminiVideo } from './decode-gemini-video.js';
export { encodeOperation, encodeStartedOperation } from './encode-operation.js';
export { completeRemix } from './complete-remix.js';
export { type DecodedVideoRequest, decodeVideoGeneration, decodeVideosCreate } from './decode-video.js';
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
