import type { ReceivedRequest } from '../../../fake-upstream/index.js';
import { type Fields, getFields, toList, getString, toText } from './reading.js';
import { type ObservedRequest, UPSTREAM_KEY, type Upstream } from './upstream.js';

/** The value that Google specifies for calls that none of its models has made: no signature. */
const NO_SIGNATURE = 'skip_thought_signature_validator';

export const geminiUpstream: Upstream = {
  name: 'gemini',
  model: 'over-gemini',
  signsThoughts: true,
  overloadStatus: 503,
  channel: ({ origin }) => ({
    name: 'gemini',
    provider: 'gemini',
    baseUrl: origin,
    apiKey: UPSTREAM_KEY,
    models: ['over-gemini'],
  }),
  read: seenIn,
};

function seenIn(request: ReceivedRequest): ObservedRequest {
  const body = getFields(request.json());
  const config = getFields(body['generationConfig']);
  const [, model, verb] = /models\/([^:]*):(\w+)$/.exec(request.route) ?? [];
  return {
    model,
    isStreamed: verb === 'streamGenerateContent',
    system: toText(getFields(body['systemInstruction'])['parts']),
    toolNames: toList(body['tools'])
      .flatMap((tool) => toList(tool['functionDeclarations']))
      .map(({ name }) => name),
    schema: config['responseJsonSchema'] ?? config['responseSchema'],
    maxTokens: config['maxOutputTokens'],
    asksToThink: config['thinkingConfig'] !== undefined,
    ...conversationIn(toList(body['contents'])),
  };
}

function conversationIn(contents: readonly Fields[]) {
  const parts = contents.flatMap((content) => toList(content['parts']));
  const spoken = contents.map(({ role, parts: own }) => ({
    from: role === 'model' ? ('assistant' as const) : ('user' as const),
    text: toText(toList(own).filter(({ thought }) => thought !== true)),
  }));
  return {
    turns: spoken.filter(({ text }) => text !== ''),
    images: parts
      .map(({ inlineData }) => getFields(inlineData))
      .filter(({ data }) => data !== undefined)
      .map(({ mimeType, data }) => ({ mediaType: getString(mimeType), base64: getString(data) })),
    calls: parts
      .map(({ functionCall }) => getFields(functionCall))
      .filter(({ name }) => name !== undefined)
      .map(({ id, name, args }) => ({ id: toId(id), name: getString(name), arguments: args })),
    results: parts
      .map(({ functionResponse }) => getFields(functionResponse))
      .filter(({ name }) => name !== undefined)
      .map(({ id, response }) => ({ id: toId(id), text: JSON.stringify(response) })),
    reasoning: toText(parts.filter(({ thought }) => thought === true)),
    signatures: parts
      .map(({ thoughtSignature }) => getString(thoughtSignature))
      .filter((signature) => signature !== '' && signature !== NO_SIGNATURE),
  };
}

function toId(id: unknown): string | undefined {
  return typeof id === 'string' ? id : undefined;
}
