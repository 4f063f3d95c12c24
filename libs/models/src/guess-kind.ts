import { type Kind } from './model-facts.js';

/** In characters. Longer names are not classified. */
const MAX_NAME = 200;

/**
 * Words in the names of models that show their kind. The first row with a matching word decides, so that
 * `bge-reranker` is a rerank model and `gpt-4o-realtime` a realtime model. A word matches itself, also with a version
 * after it (`flux1.1`); with a star it matches every word with that prefix.
 */
const KIND_WORDS: readonly (readonly [Kind, readonly string[]])[] = [
  ['rerank', ['rerank*', 'ranker']],
  ['moderation', ['moderation*']],
  [
    'transcription',
    [
      'whisper*',
      'transcribe*',
      'transcription',
      'asr',
      'scribe',
      'sensevoice*',
      'paraformer*',
      'parakeet*',
      'canary',
    ],
  ],
  ['realtime', ['realtime', 'live']],
  [
    'speech',
    ['tts*', 'speech', 'cosyvoice*', 'kokoro*', 'orpheus', 'eleven', 'chattts', 'melotts', 'xtts*', 'aura'],
  ],
  ['embedding', ['embed*', 'multimodalembedding*', 'bge', 'e5', 'gte', 'minilm*', 'mxbai', 'voyage']],
  [
    'video',
    [
      'video',
      'sora',
      'veo',
      'kling*',
      'hailuo*',
      'vidu*',
      'seedance*',
      'wan',
      'wanx*',
      'cogvideo*',
      'hunyuanvideo',
      'ltx',
      'mochi',
      't2v',
      'i2v',
      'gen3a',
      'ray',
    ],
  ],
  [
    'image',
    [
      'image',
      'imagen',
      'dall',
      'dalle',
      'flux',
      'diffusion',
      'sdxl*',
      'sd',
      'midjourney',
      'ideogram*',
      'recraft*',
      'kolors',
      'seedream*',
      'seededit*',
      'cogview*',
      'photon',
      'wanx*',
      'canvas',
      't2i',
    ],
  ],
];

/** Text models with image or video input have such words in their names too. */
const TEXT_MODEL_WORDS = ['llava*', 'vl', 'vlm', 'vision', 'llama*', 'videollama*', 'instruct', 'chat'];

/** The kind of a model by its name alone; undefined if the name does not show it. */
export function guessKind(name: string): Kind | undefined {
  if (name.length > MAX_NAME) return undefined;
  const words = name
    .slice(name.lastIndexOf('/') + 1)
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const has = (pattern: string): boolean => words.some((word) => matches(word, pattern));
  const [kind] = KIND_WORDS.find(([, patterns]) => patterns.some(has)) ?? [];
  const isVisual = kind === 'video' || kind === 'image';
  return isVisual && TEXT_MODEL_WORDS.some(has) ? undefined : kind;
}

function matches(word: string, pattern: string): boolean {
  if (pattern.endsWith('*')) return word.startsWith(pattern.slice(0, -1));
  return word.startsWith(pattern) && /^\d*$/.test(word.slice(pattern.length));
}
