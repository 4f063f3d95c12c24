/**
 * Responses of Vidu, as in its reference: platform.vidu.com/docs/text-to-video, /get-generation, /cancel-generation
 * and /error-code.
 */

export const ID = '916198342210367488';

export const CREATED = {
  task_id: ID,
  state: 'created',
  model: 'viduq2',
  prompt: 'a fox',
  duration: 5,
  seed: 7,
  aspect_ratio: '16:9',
  resolution: '720p',
  movement_amplitude: 'auto',
  payload: '',
  credits: 10,
  off_peak: false,
  created_at: '2025-11-01T15:41:31.968916Z',
};

const about = (state: string, members: object = {}) => ({
  id: ID,
  state,
  err_code: '',
  credits: 10,
  payload: '',
  bgm: false,
  off_peak: false,
  creations: [],
  ...members,
});

export const QUEUEING = about('queueing');
export const PROCESSING = about('processing');
export const SUCCESS = about('success', {
  creations: [
    {
      id: '2608612635966166',
      url: 'https://prod-ss-vidu.example/2608612635966166.mp4?sig=1',
      cover_url: 'https://prod-ss-vidu.example/2608612635966166.jpeg',
      video: { duration: 5.04, fps: 24, resolution: { width: 1280, height: 720 } },
    },
  ],
});
export const SUCCESS_WITHOUT_VIDEO = about('success');
export const failed = (code: string) => about('failed', { err_code: code });
