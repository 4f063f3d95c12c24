/**
 * Responses of Ark, as in its reference: volcengine.com/docs/82379/1520757 (create), 1521309 (query), 1521720
 * (cancel) and 1299023 (error codes), in English at docs.byteplus.com/docs/ModelArk under the same numbers.
 */

export const ID = 'cgt-20260917121233-f4sg6';

export const CREATED = { id: ID };

const about = (status: string, members: object = {}) => ({
  id: ID,
  model: 'doubao-seedance-1-5-pro-251215',
  status,
  created_at: 1_779_348_818,
  updated_at: 1_779_348_874,
  service_tier: 'default',
  ...members,
});

export const QUEUED = about('queued');
export const RUNNING = about('running');
export const SUCCEEDED = about('succeeded', {
  content: { video_url: 'https://ark-content.example/video.mp4?X-Tos-Expires=86400' },
  seed: 58_944,
  resolution: '720p',
  ratio: '16:9',
  duration: 5,
  framespersecond: 24,
  generate_audio: true,
  usage: { completion_tokens: 108_900, total_tokens: 108_900 },
});
export const SUCCEEDED_WITHOUT_VIDEO = about('succeeded', { content: {} });
export const CANCELLED = about('cancelled');
export const EXPIRED = about('expired');
export const failed = (code: string, message = 'It did not work.') =>
  about('failed', { error: { code, message } });
