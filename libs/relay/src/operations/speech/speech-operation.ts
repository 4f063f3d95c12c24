import { GatewayError, type SpeechRequest, type Usage } from '#canonical';
import { single, getSupportedFormats } from '#upstream';
import {
  type JsonRequest,
  createSpeechTap,
  encodeSpeechEvents,
  geminiSpeech,
  openAiSpeechClient,
} from '#wire';
import { estimateTokens } from '../../billing/request-size.js';
import { type OperationAttempt } from '../operation-attempt.js';
import { toClientNames, encodeForUpstream } from '../client-names.js';
import { getJsonRequest } from '../get-json-request.js';
import {
  type OperationRequest,
  type OperationInput,
  type OperationDefinition,
} from '../operation-definition.js';
import { TypedEventStream } from '../typed-event-stream.js';

const AUDIO = /^(audio\/|application\/octet-stream\b)/i;
const EVENTS = 'text/event-stream; charset=utf-8';
/** Some servers send all audio in one event. */
const MAX_EVENT_BYTES = 32 * 1024 * 1024;

export const speechOperation: OperationDefinition = { decode: decodeSpeech };

async function decodeSpeech({ body }: OperationInput): Promise<OperationRequest> {
  const request = await getJsonRequest(body);
  const decoded = openAiSpeechClient.decodeRequest(request.json, {});
  return {
    model: decoded.model,
    isStreamed: decoded.delivery === 'events',
    size: { inputTokens: estimateTokens(decoded.text.length), characters: decoded.text.length },
    listCandidates(target, provider) {
      const formats = getSupportedFormats('speech', target, provider);
      return formats
        .slice(0, 1)
        .map((format) => ({ kind: format === 'openai-speech' ? 'passthrough' : 'translate', format }));
    },
    async serve(attempt) {
      if (attempt.candidate.kind === 'translate') return translate(attempt, decoded);
      return decoded.delivery === 'events'
        ? forwardEvents(attempt, decoded, request)
        : forwardAudio(attempt, decoded, request);
    },
  };
}

async function forwardAudio(
  attempt: OperationAttempt,
  decoded: SpeechRequest,
  request: JsonRequest,
): Promise<void> {
  const response = await attempt.post(request.retarget(attempt.upstreamModel), 'anything');
  const contentType = single(response.headers['content-type']) ?? '';
  if (!AUDIO.test(contentType)) {
    response.discard();
    throw new GatewayError('upstream-bad-response', 'The provider returned a response that is not audio.');
  }
  attempt.noteUsage(withCharacters(decoded));
  await attempt.forwardBytes(response.body, contentType, response);
}

async function forwardEvents(
  attempt: OperationAttempt,
  decoded: SpeechRequest,
  request: JsonRequest,
): Promise<void> {
  const response = await attempt.post(request.retarget(attempt.upstreamModel), 'events');
  const tap = createSpeechTap(attempt.secrets);
  const responseStream = new TypedEventStream(tap, (usage) => withCharacters(decoded, usage));
  await attempt.forwardEvents(response, responseStream, { maxEventBytes: MAX_EVENT_BYTES });
}

async function translate(attempt: OperationAttempt, decoded: SpeechRequest): Promise<void> {
  const { body, lost } = encodeForUpstream(decoded, openAiSpeechClient, () =>
    geminiSpeech.encodeRequest(decoded, attempt.upstreamModel),
  );
  attempt.reportLost(toClientNames(lost, decoded, openAiSpeechClient));
  const { json, response } = await attempt.postJson(body).catch(rethrowWithVoiceParam);
  const { audio, contentType, usage } = geminiSpeech.decodeResponse(json, decoded);
  attempt.noteUsage(withCharacters(decoded, usage));
  if (decoded.delivery === 'audio') return attempt.sendWhole(audio, contentType, response);
  await attempt.forwardBytes(getBytes(encodeSpeechEvents(audio, usage)), EVENTS, response);
}

async function* getBytes(texts: Iterable<string>): AsyncGenerator<Uint8Array, void> {
  for (const text of texts) yield Buffer.from(text);
}

/** Names the parameter of the client instead of that of the upstream. */
function rethrowWithVoiceParam(error: unknown): never {
  if (!(error instanceof GatewayError) || error.kind !== 'upstream-rejected') throw error;
  if (!/voice/i.test(error.param ?? '')) throw error;
  throw new GatewayError(error.kind, error.message, { param: 'voice', upstreamStatus: error.upstreamStatus });
}

/** Providers charge for tokens or for characters. */
function withCharacters({ text }: SpeechRequest, usage?: Usage): Usage {
  return { inputTokens: 0, outputTokens: 0, ...usage, characters: text.length };
}
