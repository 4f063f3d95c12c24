import { type Capability } from '#canonical';
import { anthropicMessagesView } from './anthropic-messages/request-view.js';
import { geminiView } from './gemini-generate-content/request-view.js';
import { openAiChatInputView } from './openai-chat-input/request-view.js';
import { openAiChatView } from './openai-chat/request-view.js';
import { openAiCompletionsView } from './openai-completions/request-view.js';
import { openAiResponsesView } from './openai-responses/request-view.js';
import { geminiVideoView } from './policies/gemini-video-view.js';
import {
  geminiBatchEmbedContentsView,
  geminiEmbedContentView,
  imagesView,
  moderationsView,
  openAiEmbeddingsView,
  rerankView,
  speechView,
  transcriptionView,
  videoView,
} from './policies/operation-views.js';
import { realtimeEventView } from './policies/realtime-view.js';
import { type RequestView } from './policies/request-view.js';

interface RequestFormat {
  readonly operation: Capability;
  /** For the console. */
  readonly label: string;
  /** The endpoint, as in `/openapi.json`. */
  readonly path: string;
  /** How policies read and change its requests. */
  readonly view: RequestView;
  /** The members that do not affect the response. Undefined if responses are not cached. */
  readonly cacheIgnores: readonly string[] | undefined;
}

/**
 * The formats of the requests of clients, by the id that is stored with each request. Types, policies, the cache, the
 * operations of the relay, the reference and the console follow from this table.
 *
 * Links to images expire, forms hold uploaded files, and videos are tasks, so none of these is cached.
 */
export const REQUEST_FORMATS = {
  'openai-chat': {
    operation: 'chat',
    label: 'OpenAI chat',
    path: '/v1/chat/completions',
    view: openAiChatView,
    cacheIgnores: ['user', 'metadata', 'safety_identifier', 'prompt_cache_key', 'prompt_cache_retention'],
  },
  'openai-responses': {
    operation: 'chat',
    label: 'OpenAI responses',
    path: '/v1/responses',
    view: openAiResponsesView,
    // Its responses repeat the request.
    cacheIgnores: [],
  },
  'openai-completions': {
    operation: 'chat',
    label: 'OpenAI completions',
    path: '/v1/completions',
    view: openAiCompletionsView,
    cacheIgnores: ['user'],
  },
  'anthropic-messages': {
    operation: 'chat',
    label: 'Anthropic messages',
    path: '/v1/messages',
    view: anthropicMessagesView,
    cacheIgnores: ['metadata'],
  },
  'gemini-generate-content': {
    operation: 'chat',
    label: 'Gemini generateContent',
    path: '/v1beta/models/{model}:generateContent',
    view: geminiView,
    cacheIgnores: ['labels'],
  },
  'openai-embeddings': {
    operation: 'embeddings',
    label: 'OpenAI embeddings',
    path: '/v1/embeddings',
    view: openAiEmbeddingsView,
    cacheIgnores: ['user'],
  },
  'gemini-embed-content': {
    operation: 'embeddings',
    label: 'Gemini embedContent',
    path: '/v1beta/models/{model}:embedContent',
    view: geminiEmbedContentView,
    cacheIgnores: [],
  },
  'gemini-batch-embed-contents': {
    operation: 'embeddings',
    label: 'Gemini batchEmbedContents',
    path: '/v1beta/models/{model}:batchEmbedContents',
    view: geminiBatchEmbedContentsView,
    cacheIgnores: [],
  },
  'openai-images': {
    operation: 'images',
    label: 'OpenAI images',
    path: '/v1/images/generations',
    view: imagesView,
    cacheIgnores: undefined,
  },
  'openai-image-edits': {
    operation: 'images',
    label: 'OpenAI image edits',
    path: '/v1/images/edits',
    view: imagesView,
    cacheIgnores: undefined,
  },
  'openai-speech': {
    operation: 'speech',
    label: 'OpenAI speech',
    path: '/v1/audio/speech',
    view: speechView,
    cacheIgnores: [],
  },
  'openai-transcriptions': {
    operation: 'transcription',
    label: 'OpenAI transcriptions',
    path: '/v1/audio/transcriptions',
    view: transcriptionView,
    cacheIgnores: undefined,
  },
  'openai-audio-translations': {
    operation: 'transcription',
    label: 'OpenAI translations',
    path: '/v1/audio/translations',
    view: transcriptionView,
    cacheIgnores: undefined,
  },
  'openai-moderations': {
    operation: 'moderation',
    label: 'OpenAI moderations',
    path: '/v1/moderations',
    view: moderationsView,
    cacheIgnores: [],
  },
  'cohere-rerank': {
    operation: 'rerank',
    label: 'Cohere rerank',
    path: '/v2/rerank',
    view: rerankView,
    cacheIgnores: [],
  },
  'jina-rerank': {
    operation: 'rerank',
    label: 'Jina rerank',
    path: '/v1/rerank',
    view: rerankView,
    cacheIgnores: [],
  },
  'openai-realtime': {
    operation: 'realtime',
    label: 'OpenAI realtime',
    path: '/v1/realtime',
    view: realtimeEventView,
    cacheIgnores: undefined,
  },
  'video-generations': {
    operation: 'video',
    label: 'Video generations',
    path: '/v1/video/generations',
    view: videoView,
    cacheIgnores: undefined,
  },
  'openai-videos': {
    operation: 'video',
    label: 'OpenAI videos',
    path: '/v1/videos',
    view: videoView,
    cacheIgnores: undefined,
  },
  'gemini-videos': {
    operation: 'video',
    label: 'Gemini videos',
    path: '/v1beta/models/{model}:predictLongRunning',
    view: geminiVideoView,
    cacheIgnores: undefined,
  },
} as const satisfies Record<string, RequestFormat>;

type Formats = typeof REQUEST_FORMATS;
export type RequestFormatId = keyof Formats;
type RequestOperation = Formats[RequestFormatId]['operation'];

/** The formats of requests for one of these operations. */
export type RequestFormatOf<One extends RequestOperation> = {
  [Id in RequestFormatId]: Formats[Id]['operation'] extends One ? Id : never;
}[RequestFormatId];

/** The operations that are served with one request and one response, besides conversations. */
export type PlainOperation = Exclude<RequestOperation, 'chat' | 'video' | 'realtime'>;

/** The formats that policies apply to: that of the body, where it is not that of the endpoint. */
export type ViewedFormat = RequestFormatId | 'openai-chat-input';

export const REQUEST_VIEWS: Readonly<Record<ViewedFormat, RequestView>> = {
  ...mapFormats(({ view }) => view),
  'openai-chat-input': openAiChatInputView,
};

/** A table with a value for each format. */
export function mapFormats<Value>(
  getValue: (format: RequestFormat, id: RequestFormatId) => Value,
): Record<RequestFormatId, Value> {
  const formats = Object.entries(REQUEST_FORMATS) as [RequestFormatId, RequestFormat][];
  return Object.fromEntries(formats.map(([id, format]) => [id, getValue(format, id)])) as Record<
    RequestFormatId,
    Value
  >;
}
