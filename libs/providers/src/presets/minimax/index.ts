import { preset } from '../preset.js';
import { miniMaxVideo } from './video.js';

const BASE = 'https://api.minimax.io/v1';

/**
 * Read on 2026-11-17: platform.minimax.io/docs/api-reference, the pages text-openai-api, text-anthropic-api and
 * responses-create. Its speech and images are not in the OpenAI style.
 */
export const miniMax = preset({
  id: 'minimax',
  label: 'MiniMax',
  apiKeyVariable: 'MINIMAX_API_KEY',
  base: BASE,
  baseHelp: 'In mainland China https://api.minimaxi.com/v1.',
  endings: ['/v1'],
  apart: { 'anthropic-messages': '/anthropic/v1/messages' },
  speaks: { chat: ['openai-chat', 'openai-responses', 'anthropic-messages'] },
  // Otherwise what it thinks stands in the text of its answers, between tags.
  chatHabits: { add: { reasoning_split: true } },
  video: miniMaxVideo((baseUrl = BASE) => baseUrl),
  usualModels: ['MiniMax-*'],
});
