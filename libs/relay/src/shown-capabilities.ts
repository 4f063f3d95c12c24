import { type Capability } from '#canonical';
import { type FoundKinds } from '#models';

/** Who says what a model is for. `default`: nobody does. */
export const CAPABILITY_SOURCES = ['settings', 'provider', 'catalogue', 'name', 'default'] as const;
export type CapabilitySource = (typeof CAPABILITY_SOURCES)[number];

const CAPABILITIES_OF: Record<FoundKinds['kinds'][number], readonly Capability[]> = {
  chat: ['chat'],
  completion: ['completions'],
  // Whoever makes vectors can rank by how close they are.
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
  /** What its channels take for it, within what was set. */
  callable: readonly Capability[];
  /** Whether somebody has said what it is for. */
  isLimited: boolean;
  /** Whether its provider knows what each model can do. */
  isExact: boolean;
  found: FoundKinds | undefined;
  /** Whether the gateway listens and speaks for it where it can only write. */
  hasVoice: boolean;
}

/** What a model is shown to be for: of what it can be called for, what it was made for. Never nothing. */
export function chooseShown({ callable, isLimited, isExact, found, hasVoice }: CapabilityFacts): {
  capabilities: Capability[];
  from: CapabilitySource;
} {
  if (isLimited) return { capabilities: [...callable], from: 'settings' };
  if (isExact) return { capabilities: [...callable], from: 'provider' };
  const { kinds, from } = found ?? { kinds: ['chat' as const], from: 'default' as const };
  const wanted = kinds.flatMap((kind) => CAPABILITIES_OF[kind]);
  const spoken = wanted.includes('chat') && hasVoice ? [...wanted, 'realtime' as const] : wanted;
  const capabilities = spoken.filter((one) => callable.includes(one === 'completions' ? 'chat' : one));
  if (capabilities.length > 0) return { capabilities, from };
  // Its name was misread, or its provider does one thing only.
  return { capabilities: callable.includes('chat') ? ['chat'] : [...callable], from: 'default' };
}
