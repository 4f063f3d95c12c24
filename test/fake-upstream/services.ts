import type { AccountOptions } from './account.js';
import { anthropic } from './anthropic/index.js';
import { cohere } from './cohere/index.js';
import { files, guardedFiles } from './files/index.js';
import { gemini } from './gemini/index.js';
import { jina } from './jina/index.js';
import { kling } from './kling/index.js';
import { luma } from './luma/index.js';
import { minimax } from './minimax/index.js';
import { openaiChat } from './openai-chat/index.js';
import { openaiEmbeddings } from './openai-embeddings/index.js';
import { openaiImageEdits } from './openai-images/edits.js';
import { openaiImageGenerations } from './openai-images/generations.js';
import { openaiModerations } from './openai-moderations/index.js';
import { openaiResponses } from './openai-responses/index.js';
import { openaiSpeech } from './openai-speech/index.js';
import { openaiTranscriptions } from './openai-transcriptions/index.js';
import { openaiTranslations } from './openai-transcriptions/translations.js';
import { runway } from './runway/index.js';
import { seedance } from './seedance/index.js';
import type { Service } from './service.js';
import { vertexVideos } from './vertex/index.js';
import { GEMINI_VIDEO_PATHS, geminiVideos } from './videos/gemini-videos.js';
import { openaiVideos } from './videos/openai-videos.js';
import { vidu } from './vidu/index.js';
import { wan } from './wan/index.js';

const SERVICES: readonly [pathStart: RegExp, service: Service][] = [
  [GEMINI_VIDEO_PATHS, geminiVideos],
  [/^\/v1beta\//, gemini],
  [/^\/v1\/messages\b/, anthropic],
  [/^\/v1\/responses\b/, openaiResponses],
  [/^\/v1\/embeddings\b/, openaiEmbeddings],
  [/^\/v1\/images\/generations\b/, openaiImageGenerations],
  [/^\/v1\/images\/edits\b/, openaiImageEdits],
  [/^\/v1\/audio\/transcriptions\b/, openaiTranscriptions],
  [/^\/v1\/audio\/translations\b/, openaiTranslations],
  [/^\/v1\/audio\/speech\b/, openaiSpeech],
  [/^\/v1\/moderations\b/, openaiModerations],
  [/^\/v1\/videos?\b/, openaiVideos],
  [/^\/v2\//, cohere],
];

const VENDORS = { jina, cohere, kling, luma, minimax, runway, vidu, seedance, wan, vertex: vertexVideos };

/** The service that this path belongs to. */
export function serviceAt(path: string, { vendor, files: fileOptions }: AccountOptions): Service {
  if (path.startsWith('/files/')) return fileOptions?.requireKey ? guardedFiles : files;
  if (vendor) return VENDORS[vendor];
  return SERVICES.find(([pathStart]) => pathStart.test(path))?.[1] ?? openaiChat;
}
