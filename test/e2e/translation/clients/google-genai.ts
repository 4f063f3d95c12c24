import {
  type Content,
  FinishReason,
  type GenerateContentResponse,
  GoogleGenAI,
  type Part,
} from '@google/genai';
import { TEST_TOKEN } from '../../../harness/index.js';
import { type Client, type Received, type Question, type Turn, finishFrom } from './client.js';

const FINISHES = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'filter',
  PROHIBITED_CONTENT: 'filter',
} as const;

export function googleGenAiClient(baseUrl: string): Client {
  const { models } = new GoogleGenAI({ apiKey: TEST_TOKEN, httpOptions: { baseUrl } });
  return {
    name: 'google genai',
    ask: async (question) => {
      if (question.isStreamed !== true)
        return receivedFrom([await models.generateContent(toParams(question))]);
      const chunks: GenerateContentResponse[] = [];
      for await (const chunk of await models.generateContentStream(toParams(question))) chunks.push(chunk);
      return receivedFrom(chunks);
    },
    usageFor: ({ input, cached, output, reasoning }) => ({
      promptTokenCount: input,
      candidatesTokenCount: output - reasoning,
      totalTokenCount: input + output,
      ...(cached > 0 && { cachedContentTokenCount: cached }),
      ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
    }),
  };
}

/** A response without streaming is a stream of one chunk. */
function receivedFrom(chunks: readonly GenerateContentResponse[]): Received {
  const parts = chunks.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  const texts = parts.filter(({ text, thought }) => text && thought !== true);
  const thoughts = parts.filter(({ thought }) => thought === true);
  const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
  const finish = chunks.findLast(({ candidates }) => candidates?.[0]?.finishReason)?.candidates?.[0]
    ?.finishReason;
  return {
    text: texts.map(({ text }) => text).join(''),
    chunks: texts.length,
    reasoning: thoughts.map(({ text }) => text).join(''),
    calls: calls.map(({ id, name = '', args }) => ({ id, name, arguments: args })),
    finish: calls.length > 0 && finish === FinishReason.STOP ? 'tool-calls' : finishFrom(FINISHES, finish),
    usage: chunks.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata,
    kept: { role: 'model', parts } satisfies Content,
  };
}

function toParams({ model, system, turns, tools, schema, thinks, maxTokens }: Question) {
  return {
    model,
    contents: turns.map(toContent),
    config: {
      ...(system !== undefined && { systemInstruction: system }),
      ...(tools && {
        tools: [
          {
            functionDeclarations: tools.map(({ name, description, parameters }) => ({
              name,
              description,
              parametersJsonSchema: parameters,
            })),
          },
        ],
      }),
      ...(schema && { responseMimeType: 'application/json', responseJsonSchema: schema }),
      ...(thinks === true && { thinkingConfig: { includeThoughts: true, thinkingBudget: 1024 } }),
      ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    },
  };
}

function toContent(turn: Turn): Content {
  switch (turn.from) {
    case 'user':
      return { role: 'user', parts: [{ text: turn.text }, ...imageParts(turn)] };
    case 'assistant':
      return { role: 'model', parts: [{ text: turn.text }] };
    case 'received':
      return turn.received.kept as Content;
    case 'tools':
      return {
        role: 'user',
        parts: turn.results.map(({ call: { id, name }, output }) => ({
          functionResponse: { ...(id !== undefined && { id }), name, response: { output } },
        })),
      };
  }
}

function imageParts({ image }: Extract<Turn, { from: 'user' }>): Part[] {
  return image ? [{ inlineData: { mimeType: image.mediaType, data: image.base64 } }] : [];
}
