/**
 * Responses of Model Studio, as in its reference: alibabacloud.com/help/en/model-studio, pages
 * text-to-video-api-reference, image-to-video-general-api-reference, legacy-image-to-video-api-reference,
 * legacy-image-to-video-by-first-and-last-frame-api-reference, manage-asynchronous-tasks and error-code.
 */

export const ID = '0385dc79-5ff8-4d82-bcb6-aaaabbbbcccc';

const REQUEST_ID = '4909100c-7b5a-9f92-bfe5-ddddeeeeffff';

const about = (task_status: string, members: object = {}, others: object = {}) => ({
  request_id: REQUEST_ID,
  output: { task_id: ID, task_status, ...members },
  ...others,
});

export const CREATED = about('PENDING');
export const PENDING = about('PENDING', { submit_time: '2026-09-29 13:00:01.025' });
export const RUNNING = about('RUNNING', {
  submit_time: '2026-09-29 13:00:01.025',
  scheduled_time: '2026-09-29 13:00:01.089',
});
export const SUCCEEDED = about(
  'SUCCEEDED',
  {
    submit_time: '2026-09-29 13:00:01.025',
    scheduled_time: '2026-09-29 13:00:01.089',
    end_time: '2026-09-29 13:04:16.102',
    orig_prompt: 'a fox',
    video_url: 'https://dashscope-result.example/video.mp4?Expires=1',
  },
  { usage: { duration: 5, output_video_duration: 5, input_video_duration: 0, video_count: 1, SR: 720, size: '1280*720' } },
);
/** The response of older models. */
export const SUCCEEDED_BEFORE = about(
  'SUCCEEDED',
  { video_url: 'https://dashscope-result.example/video.mp4' },
  { usage: { video_duration: 5, video_ratio: '832*480', video_count: 1 } },
);
export const SUCCEEDED_WITHOUT_VIDEO = about('SUCCEEDED');
export const UNKNOWN = about('UNKNOWN');
export const CANCELED = about('CANCELED');
export const failed = (code: string, message = 'It did not work.') => about('FAILED', { code, message });
