import { type Capability } from '#canonical';
import { type FoundKinds } from '#models';

/** The source of a model's capabilities. `default`: no source has any. */
export const CAPABILITY_SOURCES = ['settings', 'provider', 'catalogue', 'name', 'default'] as const;
export type CapabilitySource = (typeof CAPABILITY_SOURCES)[number];

const KIND_CAPABILITIES: Record<FoundKinds['kinds'][number], readonly Capability[]> = {
  chat: ['chat'],
  completion: ['completions'],
  // The gateway ranks by the similarity of embeddings.
  embedding: ['embeddings', 'rerank'],
  rerank: ['rerank'],
  speech: ['speech'],
  transcription: ['transcription'],
  realtime: ['realtime'],
  image: ['images'],
  video: ['video'],
  moderation: ['moderation'],
};

interface CapabilityFacts {
  /** What its channels support, limited by the settings. */
  callable: readonly Capability[];
  /** Whether the settings limit it. */
  isLimited: boolean;
  /** Whether its provider declares the capabilities of each model. */
  isExact: boolean;
  found: FoundKinds | undefined;
  /** Whether the gateway adds speech recognition and synthesis to it. */
  hasVoice: boolean;
}

/** The capabilities that are listed for a model: of those it can be called with, those it was made for. Never empty. */
export function chooseShownCapabilities({ callable, isLimited, isExact, found, hasVoice }: CapabilityFacts): {
  capabilities: Capability[];
  from: CapabilitySource;
} {
  if (isLimited) return { capabilities: [...callable], from: 'settings' };
  if (isExact) return { capabilities: [...callable], from: 'provider' };
  const { kinds, from } = found ?? { kinds: ['chat' as const], from: 'default' as const };
  const intended = kinds.flatMap((kind) => KIND_CAPABILITIES[kind]);
  const withSpeech = intended.includes('chat') && hasVoice ? [...intended, 'realtime' as const] : intended;
  const capabilities = withSpeech.filter((one) => callable.includes(one === 'completions' ? 'chat' : one));
  if (capabilities.length > 0) return { capabilities, from };
  // The name was misleading, or the provider supports only one operation.
  return { capabilities: callable.includes('chat') ? ['chat'] : [...callable], from: 'default' };
}
