import { type Kind } from './model-facts.js';

/** Longer names are looked at no further than this. */
const MAX_NAME = 200;

/**
 * Words in the names of models that tell what they are for. The first row with a word that a name has decides, so that
 * `bge-reranker` ranks and `gpt-4o-realtime` talks. A word stands for itself and for itself with a version behind it
 * (`flux1.1`); with a star, for every word with that beginning.
 */
const WORDS: readonly (readonly [Kind, readonly string[]])[] = [
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

/** Models that read images and videos have such words in their names as well, and write text. */
const CHATTING = ['llava*', 'vl', 'vlm', 'vision', 'llama*', 'videollama*', 'instruct', 'chat'];

/** What a model is for by its name alone; undefined where that tells nothing. */
export function guessKind(name: string): Kind | undefined {
  if (name.length > MAX_NAME) return undefined;
  const words = name
    .slice(name.lastIndexOf('/') + 1)
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const has = (wanted: string): boolean => words.some((word) => fits(word, wanted));
  const [kind] = WORDS.find(([, wanted]) => wanted.some(has)) ?? [];
  const isVisual = kind === 'video' || kind === 'image';
  return isVisual && CHATTING.some(has) ? undefined : kind;
}

function fits(word: string, wanted: string): boolean {
  if (wanted.endsWith('*')) return word.startsWith(wanted.slice(0, -1));
  return word.startsWith(wanted) && /^\d*$/.test(word.slice(wanted.length));
}
