import { type ApiRequest } from '../call/api-request.js';

export type Sdk = 'openai' | 'anthropic' | 'google';

/** The call of an official SDK that sends a request. */
export interface SdkCall {
  sdk: Sdk;
  /** The method of the client, in each language. */
  typescript: string;
  python: string;
  /** How the example code handles the response. */
  output: 'chat' | 'responses' | 'messages' | 'generateContent' | 'image' | 'speech' | 'text' | 'json';
  isStreamed: boolean;
  /** Only for Google, where the model is in the path of the request. */
  model?: string;
}

type KnownCall = Pick<SdkCall, 'sdk' | 'output'> & { name: string };

const BY_PATH: Readonly<Record<string, KnownCall>> = {
  '/v1/chat/completions': { sdk: 'openai', name: 'chat.completions.create', output: 'chat' },
  '/v1/responses': { sdk: 'openai', name: 'responses.create', output: 'responses' },
  '/v1/embeddings': { sdk: 'openai', name: 'embeddings.create', output: 'json' },
  '/v1/images/generations': { sdk: 'openai', name: 'images.generate', output: 'image' },
  '/v1/images/edits': { sdk: 'openai', name: 'images.edit', output: 'image' },
  '/v1/audio/speech': { sdk: 'openai', name: 'audio.speech.create', output: 'speech' },
  '/v1/audio/transcriptions': { sdk: 'openai', name: 'audio.transcriptions.create', output: 'text' },
  '/v1/audio/translations': { sdk: 'openai', name: 'audio.translations.create', output: 'text' },
  '/v1/moderations': { sdk: 'openai', name: 'moderations.create', output: 'json' },
  '/v1/messages': { sdk: 'anthropic', name: 'messages.create', output: 'messages' },
};

const GENERATE = /^\/v1(?:beta|alpha)?\/models\/([^?]+):(streamGenerateContent|generateContent)(?:\?.*)?$/;

/** Undefined if no official SDK supports the request. */
export function toSdkCall({ method, path, json, form }: ApiRequest): SdkCall | undefined {
  if (method !== 'POST') return undefined;
  const generate = GENERATE.exec(path);
  if (generate !== null) return generateCall(decodeURIComponent(generate[1] ?? ''), generate[2] ?? '');
  const knownCall = BY_PATH[path];
  if (knownCall === undefined) return undefined;
  const { sdk, name, output } = knownCall;
  const isStreamed =
    (json !== undefined && 'stream' in json && json.stream === true) ||
    (form?.some((field) => field.name === 'stream' && field.value === 'true') ?? false);
  return { sdk, typescript: name, python: name, output, isStreamed };
}

function generateCall(model: string, verb: string): SdkCall {
  const isStreamed = verb === 'streamGenerateContent';
  return {
    sdk: 'google',
    typescript: isStreamed ? 'models.generateContentStream' : 'models.generateContent',
    python: isStreamed ? 'models.generate_content_stream' : 'models.generate_content',
    output: 'generateContent',
    isStreamed,
    model,
  };
}

/** In Google's SDKs, everything but the model and the contents is in `config`. */
export function googleArguments(
  model: string,
  json: object,
  headers: Readonly<Record<string, string>>,
): object {
  const { contents, generationConfig = {}, ...others } = json as Record<string, unknown>;
  const httpOptions = Object.keys(headers).length === 0 ? undefined : { headers };
  const config = { ...others, ...(generationConfig as object), ...(httpOptions && { httpOptions }) };
  return { model, contents, ...(Object.keys(config).length === 0 ? {} : { config }) };
}
