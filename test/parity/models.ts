import { type FakeUpstream } from '../fake-upstream/index.js';

/** Every request costs one cent. */
export const PRICE_USD = 0.01;
export const PRICE_MICRO_USD = 10_000;

const UNPRICED = '-unpriced';

/** The same model without a known price. */
export const unpriced = (model: string): string => `${model}${UNPRICED}`;

export interface Upstreams {
  /** OpenAI, Anthropic and Gemini. */
  main: FakeUpstream;
  jina: FakeUpstream;
  cohere: FakeUpstream;
}

/** Each model by the name that clients use, with its name at the upstream; no price list contains any of them. */
const OPENAI = {
  chat: 'parity-chat',
  embedding: 'parity-embedding',
  image: 'gpt-image-parity',
  speech: 'parity-speech',
  transcribe: 'gpt-parity-transcribe',
  whisper: 'parity-whisper',
  moderation: 'parity-moderation',
  video: 'parity-video',
  realtime: 'gpt-realtime-parity',
};
const ANTHROPIC = { claude: 'parity-claude' };
const GEMINI = { gemini: 'parity-gemini', 'gemini-embedding': 'parity-gemini-embedding' };
const JINA = { jina: 'jina-reranker-parity' };
const COHERE = { cohere: 'rerank-parity' };

export function channelsTo({ main, jina, cohere }: Upstreams): object[] {
  return [
    channel('openai', main.url, OPENAI),
    channel('anthropic', main.origin, ANTHROPIC),
    channel('gemini', main.origin, GEMINI),
    channel('jina', jina.url, JINA),
    channel('cohere', cohere.origin, COHERE),
  ];
}

/** Returns the upstream of this model. */
export function getUpstream(model: string, { main, jina, cohere }: Upstreams): FakeUpstream {
  if (model in JINA) return jina;
  return model in COHERE ? cohere : main;
}

export function pricedModels(): object[] {
  const names = [OPENAI, ANTHROPIC, GEMINI, JINA, COHERE].flatMap((models) => Object.keys(models));
  return names.map((id) => ({ id, price: { perRequest: PRICE_USD } }));
}

function channel(provider: string, baseUrl: string, models: Readonly<Record<string, string>>): object {
  return {
    name: provider,
    provider,
    baseUrl,
    apiKey: 'sk-upstream-1',
    models: Object.entries(models).flatMap(([id, upstream]) => [
      { id, upstream },
      { id: unpriced(id), upstream },
    ]),
  };
}
