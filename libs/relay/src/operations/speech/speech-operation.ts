import { GatewayError, type SpeechRequest, type Usage } from '#canonical';
import { single, spokenFormats } from '#upstream';
import {
  type JsonRequest,
  createSpeechTap,
  encodeSpeechEvents,
  geminiSpeech,
  openAiSpeechClient,
} from '#wire';
import { estimateTokens } from '../../billing/request-size.js';
import { type OperationAttempt } from '../operation-attempt.js';
import { lostInClientWords, translateRequest } from '../in-client-words.js';
import { getJsonRequest } from '../get-json-request.js';
import { type OpenRequest, type OperationInput, type ServedOperation } from '../served-operation.js';
import { TypedEventStream } from '../typed-event-stream.js';

const AUDIO = /^(audio\/|application\/octet-stream\b)/i;
const EVENTS = 'text/event-stream; charset=utf-8';
/** Some servers send all of the audio in one event. */
const MAX_EVENT_BYTES = 32 * 1024 * 1024;

export const speechOperation: ServedOperation = { capability: 'speech', open: openSpeech };

async function openSpeech({ body }: OperationInput): Promise<OpenRequest> {
  const request = await getJsonRequest(body);
  const asked = openAiSpeechClient.decodeRequest(request.json, {});
  return {
    model: asked.model,
    isStreamed: asked.delivery === 'events',
    size: { inputTokens: estimateTokens(asked.text.length), characters: asked.text.length },
    candidatesAt(target, provider) {
      const spoken = spokenFormats('speech', target, provider);
      return spoken
        .slice(0, 1)
        .map((format) => ({ kind: format === 'openai-speech' ? 'passthrough' : 'translate', format }));
    },
    async serve(attempt) {
      if (attempt.candidate.kind === 'translate') return translate(attempt, asked);
      return asked.delivery === 'events'
        ? passEvents(attempt, asked, request)
        : passAudio(attempt, asked, request);
    },
  };
}

async function passAudio(
  attempt: OperationAttempt,
  asked: SpeechRequest,
  request: JsonRequest,
): Promise<void> {
  const response = await attempt.post(request.retarget(attempt.upstreamModel), 'anything');
  const contentType = single(response.headers['content-type']) ?? '';
  if (!AUDIO.test(contentType)) {
    response.discard();
    throw new GatewayError(
      'upstream-bad-response',
      'The model service answered with something that is no audio.',
    );
  }
  attempt.noteUsage(withCharacters(asked));
  await attempt.deliverBytes(response.body, contentType, response);
}

async function passEvents(
  attempt: OperationAttempt,
  asked: SpeechRequest,
  request: JsonRequest,
): Promise<void> {
  const response = await attempt.post(request.retarget(attempt.upstreamModel), 'events');
  const tap = createSpeechTap(attempt.secrets);
  const answer = new TypedEventStream(tap, (told) => withCharacters(asked, told));
  await attempt.deliverEvents(response, answer, { maxEventBytes: MAX_EVENT_BYTES });
}

async function translate(attempt: OperationAttempt, asked: SpeechRequest): Promise<void> {
  const { body, lost } = translateRequest(asked, openAiSpeechClient, () =>
    geminiSpeech.encodeRequest(asked, attempt.upstreamModel),
  );
  attempt.lose(lostInClientWords(lost, asked, openAiSpeechClient));
  const { json, response } = await attempt.postJson(body).catch(blameVoice);
  const { audio, contentType, usage } = geminiSpeech.decodeResponse(json, asked);
  attempt.noteUsage(withCharacters(asked, usage));
  if (asked.delivery === 'audio') return attempt.sendWhole(audio, contentType, response);
  await attempt.deliverBytes(getBytes(encodeSpeechEvents(audio, usage)), EVENTS, response);
}

async function* getBytes(texts: Iterable<string>): AsyncGenerator<Uint8Array, void> {
  for (const text of texts) yield Buffer.from(text);
}

/** An upstream names the member of its own request. */
function blameVoice(error: unknown): never {
  if (!(error instanceof GatewayError) || error.kind !== 'upstream-rejected') throw error;
  if (!/voice/i.test(error.param ?? '')) throw error;
  throw new GatewayError(error.kind, error.message, { param: 'voice', upstreamStatus: error.upstreamStatus });
}

/** Some services count tokens, some the characters of the text. */
function withCharacters({ text }: SpeechRequest, usage?: Usage): Usage {
  return { inputTokens: 0, outputTokens: 0, ...usage, characters: text.length };
}
