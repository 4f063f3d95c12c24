import { type ApiRequest } from '../../call/api-request.js';
import { type Part, type ReplyTurn, type ToolResult, type Turn, sendableParts } from '../conversation.js';
import { type Effort, type Settings, type ToolChoice } from '../settings/settings.js';
import { defined, nonEmpty } from './defined.js';
import { type Format } from './format.js';
import { readContentChunk } from './generate-content-reading.js';
import { parsedArguments } from './parsed-arguments.js';

const MODES: Record<ToolChoice, string> = { auto: 'AUTO', required: 'ANY', none: 'NONE' };

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
  readWhole: (body) => readContentChunk({ parts: [] }, body),
};

function buildRequest(model: string, turns: readonly Turn[], settings: Settings): ApiRequest {
  const { system, tools, isStreamed, toolChoice } = settings;
  const verb = isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent';
  const json = {
    contents: turns.flatMap(toContent),
    ...defined({
      systemInstruction: system === '' ? undefined : { parts: [{ text: system }] },
      generationConfig: generationConfig(settings),
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

function generationConfig({ schema, effort, ...settings }: Settings): object | undefined {
  return defined({
    temperature: settings.temperature,
    topP: settings.topP,
    topK: settings.topK,
    maxOutputTokens: settings.maxTokens,
    stopSequences: nonEmpty(settings.stop),
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

/** The format wants an object; a plain text becomes one. */
function toResult({ callId, name, content }: ToolResult): object {
  const response = content.trimStart().startsWith('{') ? parsedArguments(content) : { result: content };
  return { functionResponse: { id: callId, name, response } };
}

function buildPart(part: Part, { format }: ReplyTurn): object[] {
  const thoughtSignature = format === 'generateContent' ? part.signature : undefined;
  const signed = defined({ thoughtSignature }) ?? {};
  switch (part.kind) {
    case 'text':
      return part.text === '' && thoughtSignature === undefined ? [] : [{ text: part.text, ...signed }];
    case 'call':
      return [
        { functionCall: { id: part.id, name: part.name, args: parsedArguments(part.arguments) }, ...signed },
      ];
    case 'image':
      return [{ inlineData: { mimeType: part.mediaType, data: part.data }, ...signed }];
    case 'reasoning':
    case 'refusal':
      return [];
  }
}
