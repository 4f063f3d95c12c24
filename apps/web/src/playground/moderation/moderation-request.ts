import { type ApiRequest } from '../call/api-request.js';

export interface ModerationWish {
  model: string;
  text: string;
  /** As a data URL. */
  pictureUrl?: string;
}

export function moderationRequest({ model, text, pictureUrl }: ModerationWish): ApiRequest {
  const input = pictureUrl === undefined ? text : partsOf(text, pictureUrl);
  return { method: 'POST', path: '/v1/moderations', json: { model, input } };
}

function partsOf(text: string, pictureUrl: string): object[] {
  const picture = { type: 'image_url', image_url: { url: pictureUrl } };
  return text.trim() === '' ? [picture] : [{ type: 'text', text }, picture];
}
