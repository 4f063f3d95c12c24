import { openAiStyle, type Provider } from '#providers';
import { type FormatOf, type Operation } from '#wire';
import { SANDBOX_MODELS } from './models.js';
import { sandboxTransport } from './transport.js';
import { sandboxVideoCapability } from './video/capability.js';

export { SANDBOX_DIRECTIVES } from './directive-list.js';

/**
 * A provider in the gateway's own process: deterministic, free of charge, without network access. It exchanges bytes
 * in the OpenAI format, so that requests run through the same code as with a real provider.
 */
export const sandbox: Provider = {
  id: 'sandbox',
  label: 'Sandbox',
  fields: [],
  ...openAiStyle({
    speaks: {
      chat: buildFormatLookup('chat'),
      embeddings: buildFormatLookup('embeddings'),
      'image-generation': buildFormatLookup('image-generation'),
      'image-edit': buildFormatLookup('image-edit'),
      speech: buildFormatLookup('speech'),
      transcription: buildFormatLookup('transcription'),
      'audio-translation': buildFormatLookup('audio-translation'),
      rerank: buildFormatLookup('rerank'),
      moderation: buildFormatLookup('moderation'),
    },
    base: () => 'http://sandbox.invalid/v1',
  }),
  transport: sandboxTransport,
  video: sandboxVideoCapability,
  usualModels: Object.keys(SANDBOX_MODELS),
  isBuiltIn: true,
  realtimeModels: { transcribeModel: 'sandbox-transcribe', speechModel: 'sandbox-speech' },
};

/** Each model supports one kind of operation. */
function buildFormatLookup<One extends Operation>(
  operation: One,
): (upstreamModel: string) => readonly FormatOf<One>[] {
  return (upstreamModel) => {
    if (!Object.hasOwn(SANDBOX_MODELS, upstreamModel)) return [];
    const formats = SANDBOX_MODELS[upstreamModel]?.formats[operation];
    return typeof formats === 'function' ? formats(upstreamModel) : (formats ?? []);
  };
}
