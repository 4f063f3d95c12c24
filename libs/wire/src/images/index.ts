import { type FormatOf } from '../format-ids.js';
import { type RequestFormatOf } from '../request-formats.js';
import { geminiImage } from './gemini-image.js';
import { geminiImagen } from './gemini-imagen.js';
import { type ImageUpstream } from './image-upstream.js';
import { type ImageClient, openAiImageEditsClient, openAiImagesClient } from './openai-clients.js';

export { type ImageUpstream } from './image-upstream.js';
export { createImageTap, holdsImages, readOpenAiImages, replaceImages } from './openai-response.js';
export { type ImageClient } from './openai-clients.js';

/** The formats of clients. Upstreams with the same format receive the client's bytes. */
export const IMAGE_CLIENTS = {
  'openai-images': openAiImagesClient,
  'openai-image-edits': openAiImageEditsClient,
} as const satisfies Record<RequestFormatOf<'images'>, ImageClient>;

/** The other formats of upstreams. */
export const IMAGE_UPSTREAMS = {
  'gemini-image': geminiImage,
  'gemini-imagen': geminiImagen,
} as const satisfies Record<Exclude<ImageFormat, keyof typeof IMAGE_CLIENTS>, ImageUpstream>;

type ImageFormat = FormatOf<'image-generation'> | FormatOf<'image-edit'>;
