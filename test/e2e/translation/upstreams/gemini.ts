import type { ReceivedRequest } from '../../../fake-upstream/index.js';
import { type Fields, fieldsOf, listOf, stringOf, textOf } from './reading.js';
import { type Seen, UPSTREAM_KEY, type Upstream } from './upstream.js';

/** What Google has clients send for calls that no model of its own has made: no proof. */
const NO_SIGNATURE = 'skip_thought_signature_validator';

export const geminiUpstream: Upstream = {
  name: 'gemini',
  model: 'over-gemini',
  provesThoughts: true,
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

function seenIn(request: ReceivedRequest): Seen {
  const body = fieldsOf(request.json());
  const config = fieldsOf(body['generationConfig']);
  const [, model, verb] = /models\/([^:]*):(\w+)$/.exec(request.route) ?? [];
  return {
    model,
    isStreamed: verb === 'streamGenerateContent',
    system: textOf(fieldsOf(body['systemInstruction'])['parts']),
    toolNames: listOf(body['tools'])
      .flatMap((tool) => listOf(tool['functionDeclarations']))
      .map(({ name }) => name),
    schema: config['responseJsonSchema'] ?? config['responseSchema'],
    maxTokens: config['maxOutputTokens'],
    asksToThink: config['thinkingConfig'] !== undefined,
    ...conversationIn(listOf(body['contents'])),
  };
}

function conversationIn(contents: readonly Fields[]) {
  const parts = contents.flatMap((content) => listOf(content['parts']));
  const spoken = contents.map(({ role, parts: own }) => ({
    from: role === 'model' ? ('assistant' as const) : ('user' as const),
    text: textOf(listOf(own).filter(({ thought }) => thought !== true)),
  }));
  return {
    turns: spoken.filter(({ text }) => text !== ''),
    images: parts
      .map(({ inlineData }) => fieldsOf(inlineData))
      .filter(({ data }) => data !== undefined)
      .map(({ mimeType, data }) => ({ mediaType: stringOf(mimeType), base64: stringOf(data) })),
    calls: parts
      .map(({ functionCall }) => fieldsOf(functionCall))
      .filter(({ name }) => name !== undefined)
      .map(({ id, name, args }) => ({ id: idOf(id), name: stringOf(name), arguments: args })),
    results: parts
      .map(({ functionResponse }) => fieldsOf(functionResponse))
      .filter(({ name }) => name !== undefined)
      .map(({ id, response }) => ({ id: idOf(id), text: JSON.stringify(response) })),
    reasoning: textOf(parts.filter(({ thought }) => thought === true)),
    proofs: parts
      .map(({ thoughtSignature }) => stringOf(thoughtSignature))
      .filter((signature) => signature !== '' && signature !== NO_SIGNATURE),
  };
}

function idOf(id: unknown): string | undefined {
  return typeof id === 'string' ? id : undefined;
}
