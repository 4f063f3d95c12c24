import { createPreset } from '../preset.js';
import { miniMaxVideo } from './video.js';

const BASE = 'https://api.minimax.io/v1';

/**
 * Read on 2026-11-17: platform.minimax.io/docs/api-reference, the pages text-openai-api, text-anthropic-api and
 * responses-create. Speech and images are not in the OpenAI style.
 */
export const miniMax = createPreset({
  id: 'minimax',
  label: 'MiniMax',
  apiKeyVariable: 'MINIMAX_API_KEY',
  apiKeyPage: 'https://platform.minimax.io/user-center/basic-information/interface-key',
  base: BASE,
  baseHelp: 'In mainland China: https://api.minimaxi.com/v1.',
  endings: ['/v1'],
  rootPaths: { 'anthropic-messages': '/anthropic/v1/messages' },
  speaks: { chat: ['openai-chat', 'openai-responses', 'anthropic-messages'] },
  // Otherwise the reasoning is part of the text, between tags.
  chatHabits: { add: { reasoning_split: true } },
  video: miniMaxVideo((baseUrl = BASE) => baseUrl),
  usualModels: ['MiniMax-*'],
});
