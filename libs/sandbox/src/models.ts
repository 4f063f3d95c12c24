import { sandboxChat } from './chat/index.js';
import { sandboxEmbedding } from './embedding/index.js';
import { sandboxImage } from './image/index.js';
import { sandboxModeration } from './moderation/index.js';
import { sandboxRerank } from './rerank/index.js';
import { type SandboxModel } from './sandbox-model.js';
import { sandboxSpeech } from './speech/index.js';
import { sandboxTranscribe } from './transcription/index.js';
import { sandboxVideo } from './video/index.js';

/** Every model of the sandbox, one line each. */
export const SANDBOX_MODELS: Readonly<Record<string, SandboxModel>> = {
  'sandbox-chat': sandboxChat,
  'sandbox-embedding': sandboxEmbedding,
  'sandbox-image': sandboxImage,
  'sandbox-speech': sandboxSpeech,
  'sandbox-transcribe': sandboxTranscribe,
  'sandbox-rerank': sandboxRerank,
  'sandbox-moderation': sandboxModeration,
  'sandbox-video': sandboxVideo,
  // The gateway itself makes a spoken conversation of what its written one says.
  'sandbox-realtime': sandboxChat,
};
