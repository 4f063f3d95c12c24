import { type Capability } from './model-queries.js';

interface CapabilityWords {
  label: string;
  /** The tab of the playground for this capability. */
  tab: string;
}

export const CAPABILITY_WORDS: Readonly<Record<Capability, CapabilityWords>> = {
  chat: { label: 'Chat', tab: 'chat' },
  responses: { label: 'Responses', tab: 'chat' },
  completions: { label: 'Completions', tab: 'chat' },
  embeddings: { label: 'Embeddings', tab: 'embeddings' },
  images: { label: 'Images', tab: 'image' },
  speech: { label: 'Speech', tab: 'speech' },
  transcription: { label: 'Transcription', tab: 'transcription' },
  rerank: { label: 'Rerank', tab: 'rerank' },
  moderation: { label: 'Moderation', tab: 'moderation' },
  realtime: { label: 'Realtime', tab: 'realtime' },
  video: { label: 'Video', tab: 'video' },
};

export const CAPABILITIES = Object.keys(CAPABILITY_WORDS) as Capability[];

/** The path of the playground tab for the main capability of a model. */
export function playgroundPath({
  id,
  capabilities,
}: {
  id: string;
  capabilities: readonly Capability[];
}): string {
  const main = CAPABILITIES.find((capability) => capabilities.includes(capability)) ?? 'chat';
  return `/playground/${CAPABILITY_WORDS[main].tab}?${new URLSearchParams({ model: id }).toString()}`;
}
