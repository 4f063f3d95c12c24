import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { API_SCHEMAS, type Schema } from '#api-schemas';
import { type Form, GatewayError, type JsonObject, type JsonValue } from '#canonical';
import { JsonDocument } from '#json-scan';
import { validateMessagesRequest } from '../anthropic-messages/validate-request.js';
import { decodeRequest as decodeMessages } from '../anthropic-messages/decode-request.js';
import { geminiBatchEmbedContentsClient, geminiEmbedContentClient } from '../embeddings/gemini-embeddings.js';
import { openAiEmbeddingsClient } from '../embeddings/openai-embeddings.js';
import { decodeRequest as decodeContents } from '../gemini-generate-content/decode-request.js';
import { validateRequest as validateContents } from '../gemini-generate-content/validate-request.js';
import { openAiImageEditsClient, openAiImagesClient } from '../images/openai-clients.js';
import { openAiModerationsClient } from '../moderation/openai-moderations.js';
import { decodeRequest as decodeChat } from '../openai-chat/decode-request.js';
import { CHAT_MEMBERS, validateChatRequest } from '../openai-chat/validate-request.js';
import { decodeRequest as decodeCompletion } from '../openai-completions/request.js';
import { COMPLETION_MEMBERS, validateCompletionRequest } from '../openai-completions/validate-request.js';
import { decodeRequest as decodeResponses } from '../openai-responses/decode-request.js';
import { RESPONSES_MEMBERS } from '../openai-responses/checked-members.js';
import { MESSAGES_MEMBERS } from '../anthropic-messages/validate-request.js';
import { FormReader } from '../operations/form-reader.js';
import { readClientSecretRequest } from '../realtime/client-secret.js';
import { cohereRerankClient } from '../rerank/rerank-clients.js';
import { decodeSpeechRequest } from '../speech/decode-speech-request.js';
import {
  decodeTranscriptionRequest,
  decodeTranslationRequest,
} from '../transcription/decode-transcription-request.js';
import { RequestObject } from './request-object.js';
import { decodeGeminiVideo } from '../video/decode-gemini-video.js';
import { decodeVideoGeneration, decodeVideosCreate } from '../video/decode-video.js';
import { BODIES } from './__fixtures__/bodies.js';
import { FORMS } from './__fixtures__/forms.js';

type Decode = (body: JsonObject) => unknown;

const scan = (body: JsonObject): JsonDocument => JsonDocument.scan(Buffer.from(JSON.stringify(body)));
const HINTS = { model: 'm' };

/** All decoders and validators of a request, its schema, and requests with nearly all members. */
const ENDPOINTS: readonly [name: string, decode: Decode, ...bodies: JsonObject[]][] = [
  [
    'ChatCompletionRequest',
    (body) => [validateChatRequest(scan(body)), decodeChat(body)],
    BODIES.chat,
    BODIES.chatFunctions,
  ],
  [
    'CompletionRequest',
    (body) => [validateCompletionRequest(scan(body)), decodeCompletion(body)],
    BODIES.completion,
  ],
  [
    'ResponsesRequest',
    (body) => [RESPONSES_MEMBERS.read(scan(body)), decodeResponses(body)],
    BODIES.response,
  ],
  ['MessagesRequest', (body) => [validateMessagesRequest(scan(body)), decodeMessages(body)], BODIES.messages],
  [
    'GenerateContentRequest',
    (body) => [validateContents(scan(body), 'm'), decodeContents(body, HINTS)],
    BODIES.content,
  ],
  ['EmbeddingsRequest', (body) => openAiEmbeddingsClient.decodeRequest(body, HINTS), BODIES.embeddings],
  ['EmbedContentRequest', (body) => geminiEmbedContentClient.decodeRequest(body, HINTS), BODIES.embedContent],
  [
    'BatchEmbedContentsRequest',
    (body) => geminiBatchEmbedContentsClient.decodeRequest(body, HINTS),
    { requests: [BODIES.embedContent] },
  ],
  ['RerankRequest', (body) => cohereRerankClient.decodeRequest(body, HINTS), BODIES.rerank],
  ['ModerationsRequest', (body) => openAiModerationsClient.decodeRequest(body, HINTS), BODIES.moderation],
  ['ImagesRequest', (body) => openAiImagesClient.decodeRequest(body, HINTS), BODIES.image],
  ['ImageEditsRequest', (body) => openAiImageEditsClient.decodeRequest(body, HINTS), BODIES.imageEdit],
  ['SpeechRequest', decodeSpeechRequest, BODIES.speech],
  ['VideoGenerationRequest', decodeVideoGeneration, BODIES.video, BODIES.videoImages],
  ['VideosRequest', decodeVideosCreate, BODIES.video, BODIES.videoReference],
  ['PredictLongRunningRequest', (body) => decodeGeminiVideo(body, 'm'), BODIES.predict],
];

const FORM_ENDPOINTS: readonly [name: string, decode: (form: Form) => unknown, form: Form][] = [
  ['TranscriptionForm', decodeTranscriptionRequest, FORMS.transcription],
  ['TranslationForm', decodeTranslationRequest, FORMS.translation],
  ['ImageEditsForm', (form) => openAiImageEditsClient.decodeRequest(form, HINTS), FORMS.imageEdit],
];

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
ajv.addSchema({ $id: 'document', components: { schemas: API_SCHEMAS } });

function isDescribed(name: string, body: JsonValue): boolean {
  return ajv.getSchema(`document#/components/schemas/${name}`)?.(body) === true;
}

/** Values that are invalid in any position. `undefined` removes the member. */
const PROBES: readonly (JsonValue | undefined)[] = [undefined, true, 'x', '', -3, 0.5, 1e10, [], [1], {}];

/** Rules for the value of a field that its schema cannot express. */
const NOT_IN_SCHEMAS: readonly RegExp[] = [
  // Formats of strings: URLs, base64, JSON, sizes, media types.
  /\.(url|image_url|file_data|file_url|audio_url|data|fileUri|mimeType|bytesBase64Encoded|arguments|source\.type|media_type)$/,
  /^(image|input|input_reference|last_frame|images\[\d+\]|size|messages\[\d+\]\.(name|tool_call_id)|top_logprobs|functions)$/,
  // Members that must agree with one another, or that only some types have.
  /^(stream_options|n|response_format|seconds|duration|width|height|aspect_ratio|thinking\.budget_tokens|documents\[\d+\].*)$/,
  /^(instances\[0\]\.(lastFrame|prompt)|parameters\.(aspectRatio|resolution)|prompt|tools\[\d+\]\.input_schema|query)$/,
  /^(contents\[\d+\](\.parts(\[\d+\](\.functionResponse.*)?)?|\.role)|generationConfig\.(thinkingConfig\.thinkingLevel|responseMimeType)|toolConfig\.functionCallingConfig\.mode)$/,
  /^(tool_choice\..*|tools\[\d+\]\.(name|format.*|tools.*)|input\[\d+\].*|text\.format\.(name|schema)|response_format\.json_schema|tools\[\d+\]\.function.*)$/,
  /^messages\[\d+\]\.content\[\d+\].*$/,
];

function* generateMutations(
  value: JsonValue,
  path = '',
): Generator<{ path: string; body: JsonValue | undefined }> {
  if (path !== '') for (const probe of PROBES) yield { path, body: probe };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const isList = Array.isArray(value);
    const place = isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    for (const mutation of generateMutations(member, place)) {
      const copy: JsonValue = Array.isArray(value) ? [...value] : { ...value };
      if (mutation.body !== undefined) (copy as JsonObject)[key] = mutation.body;
      else if (!isList) delete (copy as JsonObject)[key];
      yield { path: mutation.path, body: copy };
    }
  }
}

function getFault(decode: Decode, body: JsonObject): GatewayError | undefined {
  try {
    decode(body);
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

/** The schema has a member at the path; an object with any members has every path. */
function hasPath(schemas: readonly Schema[], [next, ...rest]: readonly string[]): boolean {
  if (next === undefined) return true;
  return schemas.flatMap(expand).some((schema) => {
    const { items, properties, additionalProperties, type } = schema as Record<string, unknown>;
    if (next === '[]') return items === undefined ? type === undefined : hasPath([items as Schema], rest);
    const property = (properties as Record<string, Schema> | undefined)?.[next];
    if (property !== undefined) return hasPath([property], rest);
    const isOpen = type === undefined || (properties === undefined && [type].flat().includes('object'));
    return additionalProperties !== undefined || isOpen;
  });
}

function expand(schema: Schema): Schema[] {
  const { $ref, anyOf } = schema as { $ref?: string; anyOf?: Schema[] };
  if (anyOf !== undefined) return anyOf.flatMap(expand);
  if ($ref === undefined) return [schema];
  const target = API_SCHEMAS[$ref.split('/').at(-1) ?? ''];
  return target === undefined ? [] : expand(target);
}

function toSegments(path: string): string[] {
  return path.replaceAll(/\[\d+\]/g, '.[]').split('.');
}

describe('the schemas of the model API', () => {
  it('have no unresolved references', () => {
    for (const [, name = ''] of JSON.stringify(API_SCHEMAS).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      expect(Object.keys(API_SCHEMAS)).toContain(name);
    }
  });

  it.each([
    ['ChatCompletionRequest', CHAT_MEMBERS],
    ['CompletionRequest', COMPLETION_MEMBERS],
    ['ResponsesRequest', RESPONSES_MEMBERS],
    ['MessagesRequest', MESSAGES_MEMBERS],
  ])('%s has every member that is validated before a request is forwarded', (name, { members }) => {
    const { properties } = API_SCHEMAS[name] as { properties: object };
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(members.map((member) => member.name)));
  });

  it('are compared with a decoder, except those of short or counted requests', () => {
    const requests = Object.keys(API_SCHEMAS).filter((name) => /(Request|Form)$/.test(name));
    const compared = new Set([...ENDPOINTS, ...FORM_ENDPOINTS].map(([name]) => name));
    expect(requests.filter((name) => !compared.has(name)).toSorted()).toEqual([
      'ClientSecretRequest',
      'CountTokensRequest',
      'EndedRequest',
      'MessagesCountRequest',
      'ResponsesCountRequest',
      'VideoRemixRequest',
    ]);
  });

  describe('of decoded requests', () => {
    const asked = new Set<string>();

    beforeAll(() => {
      // oxlint-disable-next-line typescript/unbound-method -- called with its object below
      const value = RequestObject.prototype.value;
      jest.spyOn(RequestObject.prototype, 'value').mockImplementation(function (this: RequestObject, key) {
        asked.add(this.getPath(key));
        return value.call(this, key);
      });
      for (const method of ['string', 'has', 'list', 'files', 'object'] as const) {
        const original = FormReader.prototype[method] as (name: string) => unknown;
        jest.spyOn(FormReader.prototype, method).mockImplementation(function (
          this: FormReader,
          name: string,
        ) {
          asked.add(name);
          return original.call(this, name) as never;
        });
      }
    });

    beforeEach(() => asked.clear());

    afterAll(() => {
      jest.restoreAllMocks();
    });

    it.each(ENDPOINTS)('%s has every member that is read', (name, decode, ...bodies) => {
      for (const body of bodies) {
        expect(getFault(decode, body)).toBeUndefined();
        expect(isDescribed(name, withoutNull(body))).toBe(true);
      }
      const strangers = [...asked].filter((path) => !hasPath([API_SCHEMAS[name] ?? {}], toSegments(path)));
      expect(strangers).toEqual([]);
    });

    it.each(FORM_ENDPOINTS)('%s has every field that is read', (name, decode, form) => {
      decode(form);
      const { properties } = API_SCHEMAS[name] as { properties: object };
      expect(Object.keys(properties)).toEqual(expect.arrayContaining([...asked]));
    });
  });

  it.each(ENDPOINTS)('%s rejects what the decoder rejects', (name, decode, ...bodies) => {
    const accepted = bodies.flatMap((body) =>
      [...generateMutations(body)].flatMap(({ path, body: mutated }) => {
        const fault = getFault(decode, mutated as JsonObject);
        if (fault?.param === undefined || fault.kind.startsWith('unsupported')) return [];
        if (NOT_IN_SCHEMAS.some((pattern) => pattern.test(fault.param ?? ''))) return [];
        return isDescribed(name, withoutNull(mutated as JsonObject)) ? [`${path}: ${fault.message}`] : [];
      }),
    );
    expect([...new Set(accepted)]).toEqual([]);
  });

  it('ClientSecretRequest rejects what the decoder rejects', async () => {
    expect(isDescribed('ClientSecretRequest', BODIES.clientSecret)).toBe(true);
    const accepted: string[] = [];
    for (const { path, body } of generateMutations(BODIES.clientSecret)) {
      const fault = await readClientSecretRequest(Buffer.from(JSON.stringify(body)), 'client_secrets').then(
        () => undefined,
        (error: GatewayError) => error,
      );
      if (fault === undefined) continue;
      if (isDescribed('ClientSecretRequest', body ?? {})) accepted.push(`${path}: ${fault.message}`);
    }
    expect(accepted).toEqual([]);
  });
});

/** `null` counts as absent. */
function withoutNull<Value extends JsonValue>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_, member: unknown) => (member === null ? undefined : member)),
  ) as Value;
}
