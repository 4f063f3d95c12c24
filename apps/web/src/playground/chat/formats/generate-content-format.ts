import { type ApiRequest } from '../../call/api-request.js';
import {
  type Part,
  type Reply,
  type ReplyTurn,
  type ToolResult,
  type Turn,
  type Usage,
  sendableParts,
} from '../conversation.js';
import { type Effort, type Settings, type ToolChoice } from '../settings/settings.js';
import { omitUndefined, undefinedIfEmpty, parseArguments } from './omit-undefined.js';
import { type Format } from './format.js';

const MODES: Record<ToolChoice, string> = { auto: 'AUTO', required: 'ANY', none: 'NONE' };

interface Chunk {
  candidates?: { content?: { parts?: ContentPart[] }; finishReason?: string }[];
  promptFeedback?: { blockReason?: string };
  usageMetadata?: ContentUsage;
  error?: unknown;
}

interface ContentPart {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { id?: string; name: string; args?: object };
  inlineData?: { mimeType: string; data: string };
}

interface ContentUsage {
  promptTokenCount?: number;
  cachedContentTokenCount?: number;
  candidatesTokenCount?: number;
  thoughtsTokenCount?: number;
}

export const generateContentFormat: Format = {
  label: 'generateContent',
  parameters: [
    'temperature',
    'topP',
    'topK',
    'maxTokens',
    'stop',
    'seed',
    'presencePenalty',
    'frequencyPenalty',
  ],
  efforts: ['none', 'minimal', 'low', 'medium', 'high'],
  buildRequest,
  readEvent: readContentChunk,
  readBody: (body) => readContentChunk({ parts: [] }, body),
};

function buildRequest(model: string, turns: readonly Turn[], settings: Settings): ApiRequest {
  const { system, tools, isStreamed, toolChoice } = settings;
  const verb = isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent';
  const json = {
    contents: turns.flatMap(toContent),
    ...omitUndefined({
      systemInstruction: system === '' ? undefined : { parts: [{ text: system }] },
      generationConfig: buildGenerationConfig(settings),
      tools: tools.length === 0 ? undefined : [{ functionDeclarations: tools.map(toDeclaration) }],
      toolConfig:
        tools.length === 0 || toolChoice === 'auto'
          ? undefined
          : { functionCallingConfig: { mode: MODES[toolChoice] } },
    }),
  };
  const name = model.split('/').map(encodeURIComponent).join('/');
  return { method: 'POST', path: `/v1beta/models/${name}:${verb}`, json };
}

function buildGenerationConfig({ schema, effort, ...settings }: Settings): object | undefined {
  return omitUndefined({
    temperature: settings.temperature,
    topP: settings.topP,
    topK: settings.topK,
    maxOutputTokens: settings.maxTokens,
    stopSequences: undefinedIfEmpty(settings.stop),
    seed: settings.seed,
    presencePenalty: settings.presencePenalty,
    frequencyPenalty: settings.frequencyPenalty,
    responseMimeType: schema && 'application/json',
    responseJsonSchema: schema,
    thinkingConfig: effort && toThinking(effort),
  });
}

function toThinking(effort: Effort): object {
  if (effort === 'none') return { thinkingBudget: 0 };
  return { includeThoughts: true, thinkingLevel: effort.toUpperCase() };
}

function toDeclaration({ parameters, ...tool }: Settings['tools'][number]): object {
  return { ...tool, parametersJsonSchema: parameters };
}

function toContent(turn: Turn): object[] {
  if (turn.kind === 'reply') {
    const parts = sendableParts(turn).flatMap((part) => buildPart(part, turn));
    return parts.length === 0 ? [] : [{ role: 'model', parts }];
  }
  if (turn.kind === 'results') return [{ role: 'user', parts: turn.results.map(toResult) }];
  const images = turn.images.map(({ mediaType, data }) => ({
    inlineData: { mimeType: mediaType, data },
  }));
  return [{ role: 'user', parts: [...images, ...(turn.text === '' ? [] : [{ text: turn.text }])] }];
}

/** The API requires an object, so plain text is wrapped in one. */
function toResult({ callId, name, content }: ToolResult): object {
  const response = content.trimStart().startsWith('{') ? parseArguments(content) : { result: content };
  return { functionResponse: { id: callId, name, response } };
}

function buildPart(part: Part, { format }: ReplyTurn): object[] {
  const thoughtSignature = format === 'generateContent' ? part.signature : undefined;
  const signed = omitUndefined({ thoughtSignature }) ?? {};
  switch (part.kind) {
    case 'text':
      return part.text === '' && thoughtSignature === undefined ? [] : [{ text: part.text, ...signed }];
    case 'call':
      return [
        { functionCall: { id: part.id, name: part.name, args: parseArguments(part.arguments) }, ...signed },
      ];
    case 'image':
      return [{ inlineData: { mimeType: part.mediaType, data: part.data }, ...signed }];
    case 'reasoning':
    case 'refusal':
      return [];
  }
}

/** In this format, a complete response has the same structure as a chunk of a stream. */
function readContentChunk(reply: Reply, chunk: unknown): Reply {
  const { candidates, promptFeedback, usageMetadata, error } = chunk as Chunk;
  const candidate = candidates?.[0];
  return {
    parts: (candidate?.content?.parts ?? []).reduce(readPart, reply.parts),
    finish: candidate?.finishReason ?? promptFeedback?.blockReason ?? reply.finish,
    usage: usageMetadata === undefined ? reply.usage : readUsage(usageMetadata),
    failure: error === undefined ? reply.failure : { error },
  };
}

function readPart(parts: readonly Part[], contentPart: ContentPart): readonly Part[] {
  const key = `part-${parts.length}`;
  const { functionCall: call, inlineData: image, thoughtSignature: signature } = contentPart;
  if (call !== undefined) {
    const args = JSON.stringify(call.args ?? {});
    return [...parts, { kind: 'call', key, id: call.id ?? key, name: call.name, arguments: args, signature }];
  }
  if (image !== undefined) {
    return [...parts, { kind: 'image', key, mediaType: image.mimeType, data: image.data, signature }];
  }
  return contentPart.text === undefined ? parts : readText(parts, contentPart.text, contentPart);
}

/** Appends text to the last part of the same kind, unless that part has a signature and is therefore complete. */
function readText(
  parts: readonly Part[],
  text: string,
  { thought, thoughtSignature: signature }: ContentPart,
): readonly Part[] {
  const kind = thought === true ? 'reasoning' : 'text';
  const last = parts.at(-1);
  if (last?.kind === kind && last.signature === undefined) {
    return parts.with(parts.length - 1, { ...last, text: last.text + text, signature });
  }
  return text === '' && signature === undefined
    ? parts
    : [...parts, { kind, key: `part-${parts.length}`, text, signature }];
}

function readUsage(usage: ContentUsage): Usage {
  const reasoningTokens = usage.thoughtsTokenCount ?? 0;
  return {
    inputTokens: usage.promptTokenCount ?? 0,
    cachedTokens: usage.cachedContentTokenCount ?? 0,
    outputTokens: (usage.candidatesTokenCount ?? 0) + reasoningTokens,
    reasoningTokens,
  };
}
