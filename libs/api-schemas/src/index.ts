import { AUDIO } from './audio.js';
import { CHAT_COMPLETIONS } from './chat-completions.js';
import { COMPLETIONS } from './completions.js';
import { EMBEDDINGS } from './embeddings.js';
import { GEMINI_VIDEOS } from './gemini-videos.js';
import { GENERATE_CONTENT } from './generate-content.js';
import { IMAGES } from './images.js';
import { MESSAGES } from './messages.js';
import { MODELS } from './models.js';
import { MODERATIONS } from './moderations.js';
import { REALTIME } from './realtime.js';
import { REQUESTS } from './requests.js';
import { RERANK } from './rerank.js';
import { RESPONSES } from './responses.js';
import { type Schema } from './schema.js';
import { VIDEOS } from './videos.js';

export { type Schema } from './schema.js';

/**
 * Requests and responses of the model API, by their names in the reference. They contain the members that the gateway
 * knows; all others are forwarded.
 */
export const API_SCHEMAS: Readonly<Record<string, Schema>> = {
  ...CHAT_COMPLETIONS,
  ...COMPLETIONS,
  ...RESPONSES,
  ...MESSAGES,
  ...GENERATE_CONTENT,
  ...EMBEDDINGS,
  ...RERANK,
  ...MODERATIONS,
  ...IMAGES,
  ...AUDIO,
  ...VIDEOS,
  ...GEMINI_VIDEOS,
  ...REALTIME,
  ...MODELS,
  ...REQUESTS,
};
