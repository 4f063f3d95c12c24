import type { Scenario } from '../scenarios/answer.js';
import type { Fields } from '../fields.js';
import { getImage } from '../made-up/images.js';
import { getPcm } from '../made-up/speech.js';
import { evenChunks } from '../replies/chunks.js';
import type { Prompt } from '../scenarios/prompt.js';
import { getModalities, getVoice } from './modalities.js';
import { imagesIn } from './request.js';
import { buildIdentity } from './response.js';

const TOKENS_PER_IMAGE = 16;
const CHUNK_BYTES = 4096;

/** A response with an image or audio, complete and as the chunks of a stream. */
export interface MediaResponse {
  body: object;
  chunks: readonly object[];
}

interface Question {
  model: string;
  request: Fields;
  prompt: Prompt;
  scenario: Scenario | undefined;
}

/** The image or the speech for a request, if it requests one. */
export function mediaResponse(question: Question): MediaResponse | undefined {
  const modalities = getModalities(question.model, question.request);
  if (modalities.includes('AUDIO')) return speech(question);
  if (!modalities.includes('IMAGE')) return undefined;
  return question.scenario === 'filter' ? withheld(question) : image(question, modalities.includes('TEXT'));
}

function image({ model, request, prompt }: Question, hasText: boolean): MediaResponse {
  const made = getImage({ prompt: prompt.lastUserText, sources: imagesIn(request) });
  const parts = [
    ...(hasText ? [{ text: `Here you are: ${prompt.lastUserText}` }] : []),
    { inlineData: { mimeType: 'image/png', data: made.toString('base64') } },
  ];
  return responseWith(model, {
    parts,
    chunkParts: parts,
    usage: buildUsage(prompt, 'IMAGE', TOKENS_PER_IMAGE),
  });
}

function speech({ model, request, prompt }: Question): MediaResponse {
  const mimeType = 'audio/L16;codec=pcm;rate=24000';
  const buildPart = (samples: Buffer): object => ({
    inlineData: { mimeType, data: samples.toString('base64') },
  });
  const samples = getPcm(prompt.lastUserText, getVoice(request));
  const chunkParts = [...evenChunks(samples, CHUNK_BYTES)].map(buildPart);
  const usage = buildUsage(prompt, 'AUDIO', chunkParts.length);
  return responseWith(model, { parts: [buildPart(samples)], chunkParts, usage });
}

/** An image that the safety filter withholds. */
function withheld({ model, prompt }: Question): MediaResponse {
  const body = {
    candidates: [{ finishReason: 'IMAGE_SAFETY', index: 0 }],
    usageMetadata: { promptTokenCount: prompt.words, totalTokenCount: prompt.words },
    ...buildIdentity(model),
  };
  return { body, chunks: [body] };
}

interface Content {
  parts: readonly object[];
  chunkParts: readonly object[];
  usage: object;
}

function responseWith(model: string, { parts, chunkParts, usage }: Content): MediaResponse {
  const identity = buildIdentity(model);
  const candidate = (said: readonly object[], end: object): object => ({
    candidates: [{ content: { role: 'model', parts: said }, ...end, index: 0 }],
    usageMetadata: usage,
    ...identity,
  });
  const end = { finishReason: 'STOP' };
  return {
    body: candidate(parts, end),
    chunks: chunkParts.map((part, index) => candidate([part], index === chunkParts.length - 1 ? end : {})),
  };
}

function buildUsage({ words }: Prompt, modality: string, tokenCount: number): object {
  return {
    promptTokenCount: words,
    candidatesTokenCount: tokenCount,
    totalTokenCount: words + tokenCount,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: words }],
    candidatesTokensDetails: [{ modality, tokenCount }],
  };
}
