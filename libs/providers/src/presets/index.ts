import { type Provider } from '../provider.js';
import { cloudflare } from './cloudflare/index.js';
import { deepSeek } from './deepseek/index.js';
import { doubao } from './doubao/index.js';
import { fireworks } from './fireworks/index.js';
import { groq } from './groq/index.js';
import { huggingFace } from './huggingface/index.js';
import { lmStudio } from './lmstudio/index.js';
import { miniMax } from './minimax/index.js';
import { mistral } from './mistral/index.js';
import { moonshot } from './moonshot/index.js';
import { nvidia } from './nvidia/index.js';
import { openRouter } from './openrouter/index.js';
import { perplexity } from './perplexity/index.js';
import { qwen } from './qwen/index.js';
import { siliconFlow } from './siliconflow/index.js';
import { together } from './together/index.js';
import { vllm } from './vllm/index.js';
import { xAi } from './xai/index.js';
import { zhipu } from './zhipu/index.js';

/** OpenAI-style services with their own URLs and deviations, in the order of the console. */
export const PRESETS: readonly Provider[] = [
  deepSeek,
  mistral,
  qwen,
  moonshot,
  zhipu,
  miniMax,
  xAi,
  openRouter,
  groq,
  together,
  fireworks,
  perplexity,
  siliconFlow,
  doubao,
  nvidia,
  huggingFace,
  cloudflare,
  vllm,
  lmStudio,
];
