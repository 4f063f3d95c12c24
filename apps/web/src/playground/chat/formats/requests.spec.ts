import { describe, expect, it } from '@jest/globals';
import { type FormatId, type Part, type ReplyTurn, type Turn } from '../conversation.js';
import { NO_SETTINGS, type Settings } from '../settings/settings.js';
import { FORMATS } from './formats.js';

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } } };
const FULL: Settings = {
  system: 'Be brief.',
  temperature: 0.5,
  topP: 0.9,
  topK: 5,
  maxTokens: 99,
  seed: 7,
  presencePenalty: 0.1,
  frequencyPenalty: 0.2,
  stop: ['END'],
  effort: 'low',
  isStreamed: true,
  tools: [{ name: 'get_weather', description: 'Weather.', parameters: SCHEMA }],
  toolChoice: 'required',
  schema: SCHEMA,
};

function userTurn(text: string): Turn {
  return { kind: 'user', text, images: [] };
}

function replyTurn(format: FormatId, parts: Part[], state: ReplyTurn['state'] = 'done'): Turn {
  const request = { method: 'POST', path: '/' } as const;
  return { kind: 'reply', id: '1', model: 'm', format, state, parts, request, raw: [] };
}

function toolLoop(format: FormatId): Turn[] {
  return [
    userTurn('Weather?'),
    replyTurn(format, [
      { kind: 'reasoning', key: 'r', text: 'Hm.', signature: 'signed', id: 'rs_1' },
      {
        kind: 'call',
        key: 'c',
        id: 'call_1',
        name: 'get_weather',
        arguments: '{"city":"Oslo"}',
        signature: 'sig',
      },
    ]),
    { kind: 'results', results: [{ callId: 'call_1', name: 'get_weather', content: '{"celsius":3}' }] },
  ];
}

function getBody(format: FormatId, turns: readonly Turn[], settings = NO_SETTINGS): object {
  return FORMATS[format].buildRequest('m', turns, settings).json ?? {};
}

function getPath(format: FormatId, isStreamed: boolean, model = 'm'): string {
  return FORMATS[format].buildRequest(model, [], { ...NO_SETTINGS, isStreamed }).path;
}

describe('a request without settings', () => {
  it('has only required values', () => {
    const settings = { ...NO_SETTINGS, isStreamed: false };
    expect(getBody('chat', [userTurn('Hi')], settings)).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    expect(getBody('responses', [userTurn('Hi')], settings)).toEqual({
      model: 'm',
      input: [{ role: 'user', content: 'Hi' }],
      store: false,
    });
    expect(getBody('messages', [userTurn('Hi')], settings)).toEqual({
      model: 'm',
      max_tokens: 4096,
      messages: [{ role: 'user', content: 'Hi' }],
    });
    expect(getBody('generateContent', [userTurn('Hi')], settings)).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
    });
  });

  it('has the path of its format', () => {
    expect(getPath('chat', true)).toBe('/v1/chat/completions');
    expect(getPath('responses', true)).toBe('/v1/responses');
    expect(getPath('messages', true)).toBe('/v1/messages');
    expect(getPath('generateContent', true)).toBe('/v1beta/models/m:streamGenerateContent?alt=sse');
    expect(getPath('generateContent', false, 'team/a b')).toBe('/v1beta/models/team/a%20b:generateContent');
  });
});

describe('a request with all settings', () => {
  it('in the chat format', () => {
    expect(getBody('chat', [userTurn('Hi')], FULL)).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
      temperature: 0.5,
      top_p: 0.9,
      max_completion_tokens: 99,
      stop: ['END'],
      seed: 7,
      presence_penalty: 0.1,
      frequency_penalty: 0.2,
      reasoning_effort: 'low',
      tools: [{ type: 'function', function: FULL.tools[0] }],
      tool_choice: 'required',
      response_format: { type: 'json_schema', json_schema: { name: 'reply', schema: SCHEMA, strict: true } },
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('in the responses format', () => {
    expect(getBody('responses', [userTurn('Hi')], FULL)).toEqual({
      model: 'm',
      instructions: 'Be brief.',
      input: [{ role: 'user', content: 'Hi' }],
      temperature: 0.5,
      top_p: 0.9,
      max_output_tokens: 99,
      reasoning: { effort: 'low', summary: 'auto' },
      include: ['reasoning.encrypted_content'],
      tools: [{ type: 'function', ...FULL.tools[0], strict: false }],
      tool_choice: 'required',
      text: { format: { type: 'json_schema', name: 'reply', schema: SCHEMA, strict: true } },
      store: false,
      stream: true,
    });
  });

  it('in the messages format', () => {
    expect(getBody('messages', [userTurn('Hi')], FULL)).toEqual({
      model: 'm',
      max_tokens: 99,
      system: 'Be brief.',
      messages: [{ role: 'user', content: 'Hi' }],
      temperature: 0.5,
      top_p: 0.9,
      top_k: 5,
      stop_sequences: ['END'],
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'low', format: { type: 'json_schema', schema: SCHEMA } },
      tools: [{ name: 'get_weather', description: 'Weather.', input_schema: SCHEMA }],
      tool_choice: { type: 'any' },
      stream: true,
    });
  });

  it('in the generateContent format', () => {
    expect(getBody('generateContent', [userTurn('Hi')], FULL)).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: {
        temperature: 0.5,
        topP: 0.9,
        topK: 5,
        maxOutputTokens: 99,
        stopSequences: ['END'],
        seed: 7,
        presencePenalty: 0.1,
        frequencyPenalty: 0.2,
        responseMimeType: 'application/json',
        responseJsonSchema: SCHEMA,
        thinkingConfig: { includeThoughts: true, thinkingLevel: 'LOW' },
      },
      tools: [
        {
          functionDeclarations: [
            { name: 'get_weather', description: 'Weather.', parametersJsonSchema: SCHEMA },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    });
  });

  it('disables reasoning if the effort is none', () => {
    const settings = { ...NO_SETTINGS, effort: 'none' as const };
    expect(getBody('messages', [], settings)).toMatchObject({ thinking: { type: 'disabled' } });
    expect(getBody('messages', [], settings)).not.toHaveProperty('output_config');
    expect(getBody('responses', [], settings)).toMatchObject({ reasoning: { effort: 'none' } });
    expect(getBody('generateContent', [], settings)).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingBudget: 0 } },
    });
  });
});

describe('images', () => {
  const turn: Turn = {
    kind: 'user',
    text: 'What is it?',
    images: [{ name: 'a.png', mediaType: 'image/png', data: 'AAAA' }],
  };

  it('are before the text in each format', () => {
    expect(getBody('chat', [turn])).toMatchObject({
      messages: [
        {
          content: [
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            { type: 'text', text: 'What is it?' },
          ],
        },
      ],
    });
    expect(getBody('responses', [turn])).toMatchObject({
      input: [
        {
          content: [{ type: 'input_image', image_url: 'data:image/png;base64,AAAA' }, { type: 'input_text' }],
        },
      ],
    });
    expect(getBody('messages', [turn])).toMatchObject({
      messages: [
        { content: [{ type: 'image', source: { media_type: 'image/png', data: 'AAAA' } }, { type: 'text' }] },
      ],
    });
    expect(getBody('generateContent', [turn])).toMatchObject({
      contents: [
        { parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }, { text: 'What is it?' }] },
      ],
    });
  });
});

describe('a tool call with its signature and result', () => {
  it('in the chat format', () => {
    expect(getBody('chat', toolLoop('chat'))).toMatchObject({
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'call_1', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }],
        },
        { role: 'tool', tool_call_id: 'call_1', content: '{"celsius":3}' },
      ],
    });
  });

  it('in the responses format', () => {
    expect(getBody('responses', toolLoop('responses'))).toMatchObject({
      input: [
        { role: 'user' },
        { type: 'reasoning', id: 'rs_1', encrypted_content: 'signed', summary: [{ text: 'Hm.' }] },
        { type: 'function_call', call_id: 'call_1', arguments: '{"city":"Oslo"}' },
        { type: 'function_call_output', call_id: 'call_1', output: '{"celsius":3}' },
      ],
    });
  });

  it('in the messages format', () => {
    expect(getBody('messages', toolLoop('messages'))).toMatchObject({
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 'signed' },
            { type: 'tool_use', id: 'call_1', input: { city: 'Oslo' } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: '{"celsius":3}' }] },
      ],
    });
  });

  it('in the generateContent format', () => {
    expect(getBody('generateContent', toolLoop('generateContent'))).toMatchObject({
      contents: [
        { role: 'user' },
        {
          role: 'model',
          parts: [{ functionCall: { name: 'get_weather', args: { city: 'Oslo' } }, thoughtSignature: 'sig' }],
        },
        { role: 'user', parts: [{ functionResponse: { name: 'get_weather', response: { celsius: 3 } } }] },
      ],
    });
  });

  it('is sent without its signature in another format', () => {
    expect(JSON.stringify(getBody('messages', toolLoop('responses')))).not.toContain('signed');
    expect(JSON.stringify(getBody('responses', toolLoop('messages')))).not.toContain('signed');
    expect(JSON.stringify(getBody('generateContent', toolLoop('chat')))).not.toContain('sig');
  });
});

describe('an incomplete reply', () => {
  it.each(['chat', 'responses', 'messages', 'generateContent'] as const)(
    'is sent again as text without tool calls, %s',
    (format) => {
      const parts: Part[] = [
        { kind: 'text', key: 't', text: 'Half a' },
        { kind: 'call', key: 'c', id: 'call_9', name: 'f', arguments: '{"ci' },
      ];
      const text = JSON.stringify(getBody(format, [userTurn('Hi'), replyTurn(format, parts, 'stopped')]));
      expect(text).toContain('Half a');
      expect(text).not.toContain('call_9');
    },
  );

  it.each(['chat', 'responses', 'messages', 'generateContent'] as const)(
    'is not sent again if it has no text, %s',
    (format) => {
      const turns = [userTurn('Hi'), replyTurn(format, [], 'failed'), userTurn('Again')];
      expect(getBody(format, turns)).toEqual(getBody(format, [userTurn('Hi'), userTurn('Again')]));
    },
  );
});
