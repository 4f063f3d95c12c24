/** Responses of OpenAI-style servers about a video, in each of its states. */

const VIDEO = {
  id: 'video_68d7512d07848190b3e45da0ecbebcde',
  object: 'video',
  model: 'sora-2',
  created_at: 1_758_941_485,
  completed_at: null,
  expires_at: null,
  prompt: 'A red fox in the snow',
  remixed_from_video_id: null,
  seconds: '8',
  size: '1280x720',
  error: null,
};

export const QUEUED = { ...VIDEO, status: 'queued', progress: 0 };
export const IN_PROGRESS = { ...VIDEO, status: 'in_progress', progress: 33 };
export const COMPLETED = {
  ...VIDEO,
  status: 'completed',
  progress: 100,
  completed_at: 1_758_941_545,
  expires_at: 1_759_027_945,
};
export const FAILED = {
  ...VIDEO,
  status: 'failed',
  progress: 12,
  error: { code: 'internal_error', message: 'Video generation failed.' },
};
export const BLOCKED = {
  ...VIDEO,
  status: 'failed',
  progress: 0,
  error: { code: 'moderation_blocked', message: 'Your request was blocked by our moderation system.' },
};

/** A gateway that stores videos as tasks. */
export const TASK = {
  id: 'task_9f2c',
  task_id: 'task_9f2c',
  object: 'video',
  model: 'kling-v2',
  status: 'queued',
  progress: 0,
  created_at: 1_758_941_485,
};
export const FINISHED_TASK = {
  ...TASK,
  status: 'completed',
  progress: 100,
  metadata: { url: 'https://media.example/task_9f2c.mp4', duration: 5, fps: 24, width: 1920, height: 1080, seed: 0 },
};

export const LIST = {
  object: 'list',
  data: [
    { ...IN_PROGRESS, id: 'video_2', created_at: 1_758_941_500 },
    { ...COMPLETED, id: 'video_1', created_at: 1_758_941_400 },
  ],
  first_id: 'video_2',
  last_id: 'video_1',
  has_more: true,
};
