import { type FormatOf } from '../format-ids.js';
import { geminiImage } from './gemini-image.js';
import { geminiImagen } from './gemini-imagen.js';
import { type ImageUpstream } from './image-upstream.js';
import { type ImageClient, openAiImageEditsClient, openAiImagesClient } from './openai-clients.js';

export { type ImageUpstream } from './image-upstream.js';
export { createImageTap, holdsImages, readOpenAiAnswer, replaceImages } from './openai-answer.js';
export { type ImageClient } from './openai-clients.js';

/** Every way in which clients ask for images. Upstreams that are asked in the same way get the client's own bytes. */
export const IMAGE_CLIENTS = {
  'openai-images': openAiImagesClient,
  'openai-image-edits': openAiImageEditsClient,
} as const satisfies Partial<Record<ImageFormat, ImageClient>>;

/** Every other way to ask an upstream for them. */
export const IMAGE_UPSTREAMS = {
  'gemini-image': geminiImage,
  'gemini-imagen': geminiImagen,
} as const satisfies Record<Exclude<ImageFormat, keyof typeof IMAGE_CLIENTS>, ImageUpstream>;

type ImageFormat = FormatOf<'image-generation'> | FormatOf<'image-edit'>;
