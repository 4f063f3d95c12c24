import { type ApiRequest } from '../call/api-request.js';

export interface ModerationOptions {
  model: string;
  text: string;
  /** As a data URL. */
  imageUrl?: string;
}

export function moderationRequest({ model, text, imageUrl }: ModerationOptions): ApiRequest {
  const input = imageUrl === undefined ? text : getParts(text, imageUrl);
  return { method: 'POST', path: '/v1/moderations', json: { model, input } };
}

function getParts(text: string, imageUrl: string): object[] {
  const image = { type: 'image_url', image_url: { url: imageUrl } };
  return text.trim() === '' ? [image] : [{ type: 'text', text }, image];
}
