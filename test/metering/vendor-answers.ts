import { type JsonObject } from '#canonical';
import { type Price } from '#config';
import { type WireFormatId } from '#wire';
import {
  SONNET_4_5,
  OPUS_5,
  GPT_5,
  GPT_AUDIO,
  GEMINI_2_5_FLASH,
  GEMINI_3_FLASH,
  GEMINI_2_5_FLASH_IMAGE,
  GEMINI_2_5_PRO,
  GROK_4,
  SONAR_DEEP_RESEARCH,
} from './vendor-prices.js';

/*
 * Responses in the formats of providers, with prices from their price lists, and the cost that their own arithmetic
 * gives: every count times its price, each line in millionths of a dollar.
 */

export interface VendorBill {
  name: string;
  format: WireFormatId;
  answer: JsonObject;
  price: Price;
  /** The service tier that the client requested. */
  asked?: string;
  costMicroUsd: number;
}

const message = (usage: JsonObject): JsonObject => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content: [{ type: 'text', text: 'Tea.' }],
  stop_reason: 'end_turn',
  usage,
});

export const buildCompletion = (usage: JsonObject, serviceTier?: string): JsonObject => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-5',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Tea.' }, finish_reason: 'stop' }],
  ...(serviceTier === undefined ? {} : { service_tier: serviceTier }),
  usage,
});

const content = (usageMetadata: JsonObject, webSearchQueries: string[] = []): JsonObject => ({
  candidates: [
    {
      index: 0,
      content: { role: 'model', parts: [{ text: 'Tea.' }] },
      finishReason: 'STOP',
      ...(webSearchQueries.length === 0 ? {} : { groundingMetadata: { webSearchQueries } }),
    },
  ],
  usageMetadata,
  modelVersion: 'gemini',
  responseId: 'r',
});

const search = (id: string, type: string): JsonObject => ({
  id,
  type: 'web_search_call',
  status: 'completed',
  action: { type },
});
const code = (id: string, container: string): JsonObject => ({
  id,
  type: 'code_interpreter_call',
  status: 'completed',
  code: '1 + 1',
  container_id: container,
  outputs: null,
});

export const CHAT_USAGE = {
  prompt_tokens: 1_000,
  completion_tokens: 300,
  total_tokens: 1_300,
  prompt_tokens_details: { cached_tokens: 200, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 128, audio_tokens: 0 },
};

export const VENDOR_BILLS: VendorBill[] = [
  {
    name: 'Anthropic: both kinds of cache writes, reads, searches',
    format: 'anthropic-messages',
    answer: message({
      input_tokens: 2_095,
      cache_creation_input_tokens: 6_412,
      cache_read_input_tokens: 18_342,
      cache_creation: { ephemeral_5m_input_tokens: 1_412, ephemeral_1h_input_tokens: 5_000 },
      output_tokens: 1_503,
      server_tool_use: { web_search_requests: 3, web_fetch_requests: 1 },
      service_tier: 'standard',
    }),
    price: SONNET_4_5,
    costMicroUsd: Math.ceil(2_095 * 3 + 1_412 * 3.75 + 5_000 * 6 + 18_342 * 0.3 + 1_503 * 15 + 3 * 10_000),
  },
  {
    name: 'Anthropic: a batch',
    format: 'anthropic-messages',
    answer: message({ input_tokens: 10_000, output_tokens: 2_000, service_tier: 'batch' }),
    price: SONNET_4_5,
    costMicroUsd: 10_000 * 1.5 + 2_000 * 7.5,
  },
  {
    name: 'Anthropic: fast mode',
    format: 'anthropic-messages',
    answer: message({
      input_tokens: 523,
      cache_creation_input_tokens: 3_000,
      cache_read_input_tokens: 10_000,
      cache_creation: { ephemeral_5m_input_tokens: 1_000, ephemeral_1h_input_tokens: 2_000 },
      output_tokens: 1_842,
      service_tier: 'standard',
      speed: 'fast',
      inference_geo: 'global',
    }),
    price: OPUS_5,
    costMicroUsd: 523 * 10 + 1_000 * 12.5 + 2_000 * 20 + 10_000 * 1 + 1_842 * 50,
  },
  {
    name: 'Anthropic: inference in the US alone',
    format: 'anthropic-messages',
    answer: message({
      input_tokens: 1_000,
      cache_read_input_tokens: 4_000,
      output_tokens: 300,
      service_tier: 'standard',
      speed: 'standard',
      inference_geo: 'us',
    }),
    price: OPUS_5,
    costMicroUsd: 1_000 * 5.5 + 4_000 * 0.55 + 300 * 27.5,
  },
  {
    name: 'Anthropic: fast mode in the US alone',
    format: 'anthropic-messages',
    answer: message({ input_tokens: 1_000, output_tokens: 300, speed: 'fast', inference_geo: 'us' }),
    price: OPUS_5,
    costMicroUsd: 1_000 * 11 + 300 * 55,
  },
  {
    name: 'OpenAI Responses: searches, a look at a page, and code in one container',
    format: 'openai-responses',
    answer: {
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      model: 'gpt-5',
      status: 'completed',
      service_tier: 'default',
      output: [
        search('ws_1', 'search'),
        search('ws_2', 'open_page'),
        search('ws_3', 'search'),
        code('ci_1', 'cntr_1'),
        code('ci_2', 'cntr_1'),
        { id: 'm', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Tea.' }] },
      ],
      usage: {
        input_tokens: 12_430,
        input_tokens_details: { cached_tokens: 8_192 },
        output_tokens: 1_207,
        output_tokens_details: { reasoning_tokens: 960 },
        total_tokens: 13_637,
      },
    },
    price: GPT_5,
    costMicroUsd: Math.ceil(4_238 * 1.25 + 8_192 * 0.125 + 1_207 * 10 + 2 * 10_000 + 30_000),
  },
  {
    name: 'OpenAI chat: priority that the account asks for',
    format: 'openai-chat',
    answer: buildCompletion(CHAT_USAGE, 'priority'),
    price: GPT_5,
    asked: 'auto',
    costMicroUsd: 800 * 2.5 + 200 * 0.25 + 300 * 20,
  },
  {
    name: 'OpenAI chat: priority that was asked for and not given',
    format: 'openai-chat',
    answer: buildCompletion(CHAT_USAGE, 'default'),
    price: GPT_5,
    asked: 'priority',
    costMicroUsd: 800 * 1.25 + 200 * 0.125 + 300 * 10,
  },
  {
    // https://developers.openai.com/api/docs/guides/fast-mode: another name of priority processing.
    name: 'OpenAI chat: fast mode',
    format: 'openai-chat',
    answer: buildCompletion(CHAT_USAGE, 'fast'),
    price: GPT_5,
    asked: 'fast',
    costMicroUsd: 800 * 2.5 + 200 * 0.25 + 300 * 20,
  },
  {
    name: 'OpenAI chat: flex',
    format: 'openai-chat',
    answer: buildCompletion(CHAT_USAGE, 'flex'),
    price: GPT_5,
    asked: 'flex',
    costMicroUsd: Math.ceil(800 * 0.625 + 200 * 0.0625 + 300 * 5),
  },
  {
    name: 'OpenAI chat: audio in and out',
    format: 'openai-chat',
    answer: buildCompletion({
      prompt_tokens: 1_250,
      completion_tokens: 480,
      total_tokens: 1_730,
      prompt_tokens_details: { audio_tokens: 1_200, text_tokens: 50, cached_tokens: 0 },
      completion_tokens_details: { audio_tokens: 400, text_tokens: 80, reasoning_tokens: 0 },
    }),
    price: GPT_AUDIO,
    costMicroUsd: 50 * 2.5 + 1_200 * 32 + 80 * 10 + 400 * 64,
  },
  {
    name: 'Gemini 2.5: audio, thoughts, and a prompt that was searched for',
    format: 'gemini-generate-content',
    answer: content(
      {
        promptTokenCount: 1_500,
        candidatesTokenCount: 200,
        thoughtsTokenCount: 900,
        totalTokenCount: 2_600,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 300 },
          { modality: 'AUDIO', tokenCount: 1_200 },
        ],
      },
      ['tea in Japan', 'tea in China'],
    ),
    price: GEMINI_2_5_FLASH,
    costMicroUsd: 300 * 0.3 + 1_200 * 1 + 1_100 * 2.5 + 35_000,
  },
  {
    name: 'Gemini 3: every query once, and none that is empty',
    format: 'gemini-generate-content',
    answer: content(
      { promptTokenCount: 400, candidatesTokenCount: 150, thoughtsTokenCount: 50, totalTokenCount: 600 },
      ['tea', '', 'green tea', 'tea'],
    ),
    price: GEMINI_3_FLASH,
    costMicroUsd: 400 * 0.5 + 200 * 3 + 2 * 14_000,
  },
  {
    name: 'Gemini: an image in the answer',
    format: 'gemini-generate-content',
    answer: content({
      promptTokenCount: 20,
      candidatesTokenCount: 1_310,
      totalTokenCount: 1_330,
      candidatesTokensDetails: [
        { modality: 'IMAGE', tokenCount: 1_290 },
        { modality: 'TEXT', tokenCount: 20 },
      ],
    }),
    price: GEMINI_2_5_FLASH_IMAGE,
    costMicroUsd: 20 * 0.3 + 20 * 2.5 + 1_290 * 30,
  },
  {
    name: 'Gemini: a long prompt, partly cached',
    format: 'gemini-generate-content',
    answer: content({
      promptTokenCount: 250_000,
      cachedContentTokenCount: 100_000,
      candidatesTokenCount: 1_000,
      totalTokenCount: 251_000,
    }),
    price: GEMINI_2_5_PRO,
    costMicroUsd: 150_000 * 2.5 + 100_000 * 0.25 + 1_000 * 15,
  },
  {
    name: 'xAI: reasoning beside the answer, and sources',
    format: 'openai-chat',
    answer: buildCompletion({
      prompt_tokens: 32,
      completion_tokens: 9,
      total_tokens: 135,
      prompt_tokens_details: { text_tokens: 32, audio_tokens: 0, image_tokens: 0, cached_tokens: 6 },
      completion_tokens_details: { reasoning_tokens: 94, audio_tokens: 0 },
      num_sources_used: 4,
    }),
    price: GROK_4,
    costMicroUsd: Math.ceil(26 * 3 + 6 * 0.75 + (9 + 94) * 15 + 4 * 25_000),
  },
  {
    name: 'Perplexity: reasoning at its own rate, and queries',
    format: 'openai-chat',
    answer: buildCompletion({
      prompt_tokens: 33,
      completion_tokens: 7_000,
      total_tokens: 7_033,
      completion_tokens_details: { reasoning_tokens: 6_000 },
      num_search_queries: 18,
    }),
    price: SONAR_DEEP_RESEARCH,
    costMicroUsd: 33 * 2 + 1_000 * 8 + 6_000 * 3 + 18 * 5_000,
  },
];
