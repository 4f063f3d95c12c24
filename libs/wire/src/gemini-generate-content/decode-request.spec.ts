import { describe, expect, it } from '@jest/globals';
import { type ChatRequest, type JsonObject, type JsonValue, type Message, type Translated } from '#canonical';
import { decodeRequest } from './decode-request.js';
import { readJsonFixture } from './__fixtures__/read-fixture.js';

const SNAKE_CASE = readJsonFixture('snake-case-request.json');
const HINTS = { model: 'gemini-3-pro', isStreamed: true };
const USER = { role: 'user', parts: [{ text: 'Hi' }] };

const decode = (body: JsonObject): Translated<ChatRequest> => decodeRequest(body, HINTS);
const withConfig = (generationConfig: JsonObject): ChatRequest =>
  decode({ contents: [USER], generationConfig }).value;
const toMessages = (...contents: JsonValue[]): Message[] => decode({ contents }).value.messages;

describe('a request of this format', () => {
  it('has the model and the stream flag of the route', () => {
    expect(decode({ contents: [USER] }).value).toEqual({
      model: 'gemini-3-pro',
      isStreamed: true,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    });
    expect(decodeRequest({ contents: [USER], model: 'models/gemini-x' }, {}).value).toMatchObject({
      model: 'gemini-x',
      isStreamed: false,
    });
  });

  it('accepts both spellings', () => {
    const { value, warnings } = decode(SNAKE_CASE);
    expect(warnings).toEqual([]);
    expect(value).toMatchObject({
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            {
              type: 'image',
              source: { kind: 'bytes', mediaType: 'image/png', base64: 'iVBORw0KGgo=' },
              detail: 'low',
            },
          ],
        },
      ],
      tools: [{ name: 'look_up', parameters: { type: 'object', properties: { word: { type: 'string' } } } }],
      toolChoice: { type: 'tool', name: 'look_up' },
      maxOutputTokens: 100,
      reasoning: { budgetTokens: 512, isShown: true },
      outputFormat: { type: 'json-schema', schema: { type: 'array', items: { type: 'string' } } },
    });
  });

  it('accepts one object instead of a list of one', () => {
    const declaration = { name: 'f' };
    const { value } = decodeRequest(
      {
        contents: { role: 'user', parts: { text: 'Hi' } },
        systemInstruction: { parts: { text: 'Be brief.' } },
        tools: { functionDeclarations: declaration },
        safetySettings: { category: 'c', threshold: 't' },
      },
      { model: 'm' },
    );
    expect(value).toMatchObject({
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      ],
      tools: [{ name: 'f' }],
      extensions: { safetySettings: { category: 'c' } },
    });
  });

  it.each<[JsonObject, JsonObject]>([
    [
      { inlineData: { mimeType: 'IMAGE/JPEG', data: '_-8=' } },
      { type: 'image', source: { kind: 'bytes', mediaType: 'image/jpeg', base64: '/+8=' } },
    ],
    [
      { inline_data: { mime_type: 'audio/wav', data: 'UklG' } },
      { type: 'audio', source: { kind: 'bytes', mediaType: 'audio/wav', base64: 'UklG' } },
    ],
    [
      { inlineData: { mimeType: 'application/pdf', data: 'JVBE' } },
      { type: 'document', source: { kind: 'bytes', mediaType: 'application/pdf', base64: 'JVBE' } },
    ],
    [
      { fileData: { fileUri: 'https://images.test/a.png', mimeType: 'image/png' } },
      { type: 'image', source: { kind: 'url', url: 'https://images.test/a.png', mediaType: 'image/png' } },
    ],
    [
      {
        inlineData: { mimeType: 'image/png', data: 'iVBO' },
        mediaResolution: { level: 'media_resolution_high' },
      },
      { type: 'image', source: { kind: 'bytes', mediaType: 'image/png', base64: 'iVBO' }, detail: 'high' },
    ],
  ])('decodes the part %j', (part, expected) => {
    expect(toMessages({ parts: [part] })).toEqual([{ role: 'user', content: [expected] }]);
  });

  it.each<[JsonObject, Partial<ChatRequest>]>([
    [
      { temperature: 0.5, topP: 0.9, topK: 40 },
      { temperature: 0.5, topP: 0.9, topK: 40 },
    ],
    [
      { candidateCount: 2, seed: 7, stopSequences: ['END'] },
      { choiceCount: 2, seed: 7, stopSequences: ['END'] },
    ],
    [{ maxOutputTokens: '64' }, { maxOutputTokens: 64 }],
    [
      { presencePenalty: 1, frequencyPenalty: -1 },
      { presencePenalty: 1, frequencyPenalty: -1 },
    ],
    [{ responseLogprobs: true }, { logprobs: 0 }],
    [{ responseLogprobs: true, logprobs: 3 }, { logprobs: 3 }],
    [{ responseMimeType: 'application/json' }, { outputFormat: { type: 'json' } }],
    [
      { responseMimeType: 'application/json', responseJsonSchema: { type: 'object' } },
      { outputFormat: { type: 'json-schema', schema: { type: 'object' } } },
    ],
    [{ thinkingConfig: { thinkingLevel: 'low' } }, { reasoning: { effort: 'low', isShown: false } }],
    [{ thinkingConfig: { thinkingBudget: 0 } }, { reasoning: { effort: 'none' } }],
    [{ thinkingConfig: { thinkingBudget: -1, includeThoughts: true } }, { reasoning: { isShown: true } }],
  ])('decodes the settings %j', (config, expected) => {
    expect(withConfig(config)).toMatchObject(expected);
  });

  it.each<[JsonObject, ChatRequest['toolChoice']]>([
    [{ mode: 'AUTO' }, { type: 'auto' }],
    [{ mode: 'none' }, { type: 'none' }],
    [{ mode: 'ANY' }, { type: 'required' }],
    [
      { mode: 'ANY', allowedFunctionNames: ['a'] },
      { type: 'tool', name: 'a' },
    ],
    [
      { mode: 'ANY', allowed_function_names: ['a', 'b'] },
      { type: 'required', names: ['a', 'b'] },
    ],
    [{ mode: 'MODE_UNSPECIFIED' }, undefined],
  ])('decodes the tool choice %j', (functionCallingConfig, expected) => {
    const tools = [{ functionDeclarations: [{ name: 'a' }, { name: 'b' }] }];
    const { toolChoice } = decode({ contents: [USER], tools, toolConfig: { functionCallingConfig } }).value;
    expect(toolChoice).toEqual(expected);
  });

  it('decodes web search, with or without functions', () => {
    const functions = { functionDeclarations: [{ name: 'a' }] };
    const both = decode({ contents: [USER], tools: [functions, { google_search: {} }] }).value;
    expect(both).toMatchObject({ tools: [{ name: 'a' }], webSearch: {} });
    const google = { googleSearch: { excludeDomains: ['a.com'] } };
    const { value, warnings } = decode({ contents: [USER], tools: [google] });
    expect([value.tools, value.webSearch]).toEqual([undefined, {}]);
    expect(warnings).toMatchObject([{ field: { param: 'tools[0].googleSearch.excludeDomains' } }]);
  });

  it('decodes the validated mode as strict tools, and offers only the allowed ones', () => {
    const functionCallingConfig = { mode: 'VALIDATED', allowedFunctionNames: ['b'] };
    const tools = [{ functionDeclarations: [{ name: 'a' }, { name: 'b' }] }];
    expect(decode({ contents: [USER], tools, toolConfig: { functionCallingConfig } }).value).toMatchObject({
      tools: [{ name: 'b', strict: true }],
      toolChoice: { type: 'auto' },
    });
  });

  it('keeps unknown fields as extensions, and warns of lost fields of functions', () => {
    const { value, warnings } = decode({
      contents: [USER],
      safety_settings: [],
      labels: { team: 'red' },
      serviceTier: 'STANDARD',
      generationConfig: { speech_config: { languageCode: 'en' } },
      toolConfig: { retrievalConfig: { languageCode: 'en' } },
      tools: [{ functionDeclarations: [{ name: 'a', response: { type: 'STRING' } }] }],
      somethingNew: 5,
    });
    expect(value).toMatchObject({ metadata: { team: 'red' }, serviceTier: 'default' });
    expect(value.extensions).toEqual({
      safety_settings: [],
      somethingNew: 5,
      'generationConfig.speech_config': { languageCode: 'en' },
      'toolConfig.retrievalConfig': { languageCode: 'en' },
    });
    expect(warnings).toEqual([
      { field: { param: 'tools[0].functionDeclarations[0].response' }, reason: expect.any(String) },
    ]);
  });
});
