import { openAiStyle, type Provider } from '#providers';
import { type FormatOf, type Operation } from '#wire';
import { SANDBOX_MODELS } from './models.js';
import { sandboxTransport } from './transport.js';
import { sandboxVideoCapability } from './video/capability.js';

export { SANDBOX_DIRECTIVES } from './directive-list.js';

/**
 * An upstream inside this process: deterministic, free of charge, nothing leaves the machine. It speaks
 * the OpenAI format in bytes, so that everything between it and the client is the real thing.
 */
export const sandbox: Provider = {
  id: 'sandbox',
  label: 'Sandbox',
  fields: [],
  ...openAiStyle({
    speaks: {
      chat: spokenBy('chat'),
      embeddings: spokenBy('embeddings'),
      'image-generation': spokenBy('image-generation'),
      'image-edit': spokenBy('image-edit'),
      speech: spokenBy('speech'),
      transcription: spokenBy('transcription'),
      'audio-translation': spokenBy('audio-translation'),
      rerank: spokenBy('rerank'),
      moderation: spokenBy('moderation'),
    },
    base: () => 'http://sandbox.invalid/v1',
  }),
  transport: sandboxTransport,
  video: sandboxVideoCapability,
  usualModels: Object.keys(SANDBOX_MODELS),
  isBuiltIn: true,
  realtimeModels: { transcribeModel: 'sandbox-transcribe', speechModel: 'sandbox-speech' },
};

/** Each of its models does one thing. */
function spokenBy<One extends Operation>(
  operation: One,
): (upstreamModel: string) => readonly FormatOf<One>[] {
  return (upstreamModel) => {
    if (!Object.hasOwn(SANDBOX_MODELS, upstreamModel)) return [];
    const spoken = SANDBOX_MODELS[upstreamModel]?.speaks[operation];
    return typeof spoken === 'function' ? spoken(upstreamModel) : (spoken ?? []);
  };
}
