import type { Fields } from '../fields.js';
import { pictureOf } from '../made-up/pictures.js';
import { pcmOf } from '../made-up/speech.js';
import { evenPieces } from '../replies/pieces.js';
import type { Prompt } from '../scenarios/prompt.js';
import type { ScenarioName } from '../scenarios/scenario.js';
import { modalitiesOf, voiceOf } from './modalities.js';
import { picturesIn } from './request.js';
import { identityOf } from './response.js';

const TOKENS_PER_PICTURE = 16;
const PIECE_BYTES = 4096;

/** A response that is to be seen or heard, whole and as the chunks of a stream. */
export interface MediaResponse {
  body: object;
  chunks: readonly object[];
}

interface Question {
  model: string;
  request: Fields;
  prompt: Prompt;
  scenario: ScenarioName | undefined;
}

/** The picture or the speech that a request asks for, if it asks for one. */
export function mediaResponse(question: Question): MediaResponse | undefined {
  const modalities = modalitiesOf(question.model, question.request);
  if (modalities.includes('AUDIO')) return speech(question);
  if (!modalities.includes('IMAGE')) return undefined;
  return question.scenario === 'filter' ? withheld(question) : picture(question, modalities.includes('TEXT'));
}

function picture({ model, request, prompt }: Question, hasText: boolean): MediaResponse {
  const made = pictureOf({ prompt: prompt.lastUserText, sources: picturesIn(request) });
  const parts = [
    ...(hasText ? [{ text: `Here you are: ${prompt.lastUserText}` }] : []),
    { inlineData: { mimeType: 'image/png', data: made.toString('base64') } },
  ];
  return responseWith(model, {
    parts,
    chunkParts: parts,
    usage: usageOf(prompt, 'IMAGE', TOKENS_PER_PICTURE),
  });
}

function speech({ model, request, prompt }: Question): MediaResponse {
  const mimeType = 'audio/L16;codec=pcm;rate=24000';
  const partOf = (samples: Buffer): object => ({
    inlineData: { mimeType, data: samples.toString('base64') },
  });
  const samples = pcmOf(prompt.lastUserText, voiceOf(request));
  const chunkParts = [...evenPieces(samples, PIECE_BYTES)].map(partOf);
  const usage = usageOf(prompt, 'AUDIO', chunkParts.length);
  return responseWith(model, { parts: [partOf(samples)], chunkParts, usage });
}

/** A picture that the safety filter does not let out. */
function withheld({ model, prompt }: Question): MediaResponse {
  const body = {
    candidates: [{ finishReason: 'IMAGE_SAFETY', index: 0 }],
    usageMetadata: { promptTokenCount: prompt.words, totalTokenCount: prompt.words },
    ...identityOf(model),
  };
  return { body, chunks: [body] };
}

interface Content {
  parts: readonly object[];
  chunkParts: readonly object[];
  usage: object;
}

function responseWith(model: string, { parts, chunkParts, usage }: Content): MediaResponse {
  const identity = identityOf(model);
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

function usageOf({ words }: Prompt, modality: string, tokenCount: number): object {
  return {
    promptTokenCount: words,
    candidatesTokenCount: tokenCount,
    totalTokenCount: words + tokenCount,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: words }],
    candidatesTokensDetails: [{ modality, tokenCount }],
  };
}
