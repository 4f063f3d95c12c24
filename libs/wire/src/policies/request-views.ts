import { anthropicMessagesView } from '../anthropic-messages/request-view.js';
import { type EMBEDDINGS_CLIENTS } from '../embeddings/index.js';
import { type ClientFormatId } from '../format-ids.js';
import { geminiView } from '../gemini-generate-content/request-view.js';
import { type IMAGE_CLIENTS } from '../images/index.js';
import { openAiChatInputView } from '../openai-chat-input/request-view.js';
import { openAiChatView } from '../openai-chat/request-view.js';
import { openAiCompletionsView } from '../openai-completions/request-view.js';
import { openAiResponsesView } from '../openai-responses/request-view.js';
import { type RERANK_CLIENTS } from '../rerank/index.js';
import { type TRANSCRIPTION_CLIENTS } from '../transcription/index.js';
import { geminiVideoView } from './gemini-video-view.js';
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
} from './operation-views.js';
import { realtimeEventView } from './realtime-view.js';
import { type RequestView } from './request-view.js';

/** Every format in which clients ask for something. One that is missing below does not compile. */
export type ViewedFormat =
  | ClientFormatId
  | keyof typeof EMBEDDINGS_CLIENTS
  | keyof typeof IMAGE_CLIENTS
  | keyof typeof RERANK_CLIENTS
  | keyof typeof TRANSCRIPTION_CLIENTS
  | 'openai-moderations'
  | 'openai-speech'
  | 'video-generations'
  | 'openai-videos'
  | 'gemini-videos'
  | 'openai-realtime';

export const REQUEST_VIEWS = {
  'openai-chat': openAiChatView,
  'openai-chat-input': openAiChatInputView,
  'openai-completions': openAiCompletionsView,
  'openai-responses': openAiResponsesView,
  'anthropic-messages': anthropicMessagesView,
  'gemini-generate-content': geminiView,
  'openai-embeddings': openAiEmbeddingsView,
  'gemini-embed-content': geminiEmbedContentView,
  'gemini-batch-embed-contents': geminiBatchEmbedContentsView,
  'openai-images': imagesView,
  'openai-image-edits': imagesView,
  'jina-rerank': rerankView,
  'cohere-rerank': rerankView,
  'openai-moderations': moderationsView,
  'openai-speech': speechView,
  'openai-transcriptions': transcriptionView,
  'openai-audio-translations': transcriptionView,
  'video-generations': videoView,
  'openai-videos': videoView,
  'gemini-videos': geminiVideoView,
  'openai-realtime': realtimeEventView,
} as const satisfies Record<ViewedFormat, RequestView>;
