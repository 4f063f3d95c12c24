import { type ApiRequest } from '../call/api-request.js';

export const VIDEO_SIZES = ['640x360', '1280x720', '720x1280', '1024x1024', '1920x1080'];

export interface VideoOptions {
  model: string;
  prompt: string;
  seconds?: number;
  /** Empty for the default of the provider. */
  size: string;
  /** The first frame of the video, as a data URL. */
  imageUrl?: string;
}

const TASKS_PATH = '/v1/video/generations';

export function videoRequest({ model, prompt, seconds, size, imageUrl }: VideoOptions): ApiRequest {
  return {
    method: 'POST',
    path: TASKS_PATH,
    json: {
      model,
      prompt,
      duration: seconds,
      size: size.trim() === '' ? undefined : size.trim(),
      image: imageUrl,
    },
  };
}

export function taskRequest(id: string): ApiRequest {
  return { method: 'GET', path: `${TASKS_PATH}/${id}` };
}

export function cancelRequest(id: string): ApiRequest {
  return { method: 'POST', path: `${TASKS_PATH}/${id}/cancel` };
}

export function videoContentRequest(id: string): ApiRequest {
  return { method: 'GET', path: `/v1/videos/${id}/content` };
}

/** Lists videos in the format of `/v1/videos`, which includes the parameters of the request. */
export function listRequest(limit: number): ApiRequest {
  return { method: 'GET', path: `/v1/videos?limit=${limit}` };
}
