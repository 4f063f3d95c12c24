import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeUpstream, type FakeUpstream } from '../index.js';

const USER = { role: 'user', parts: [{ text: 'hi' }] };
const CALL = { functionCall: { name: 'f', args: {} }, thoughtSignature: 'skip_thought_signature_validator' };
const CALL_G = { functionCall: { name: 'g', args: {} } };
const RESPONSE = { functionResponse: { name: 'f', response: { output: 'ok' } } };
const RESPONSE_G = { functionResponse: { name: 'g', response: { output: 'ok' } } };

let upstream: FakeUpstream;

beforeAll(async () => {
  upstream = await startFakeUpstream();
});

afterAll(() => upstream.close());

async function post(body: object, headers: Record<string, string> = {}, verb = 'generateContent') {
  const response = await fetch(`${upstream.origin}/v1beta/models/g:${verb}`, {
    method: 'POST',
    body: JSON.stringify({ contents: [USER], ...body }),
    headers: { 'x-goog-api-key': 'sk-upstream-1', 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, body: (await response.json()) as object };
}

const said = (...contents: object[]) => ({ contents: [USER, ...contents] });
const model = (...parts: object[]) => ({ role: 'model', parts });
const user = (...parts: object[]) => ({ role: 'user', parts });
const config = (generationConfig: object) => ({ generationConfig });
const declared = (more: object) => ({ tools: [{ functionDeclarations: [{ name: 'f', ...more }] }] });
const parameters = (schema: object) => declared({ parameters: { type: 'object', ...schema } });
const property = (schema: object) => parameters({ properties: { a: schema } });

const PARAMETERS = 'tools[0].function_declarations[0].parameters';

describe('Gemini rejects', () => {
  it.each([
    ['a field of OpenAI', { messages: [] }, 'messages'],
    ['a field of Anthropic', { max_tokens: 5 }, 'max_tokens'],
    ['an unknown name in the config', config({ stop: ['x'] }), 'generation_config.stop'],
    [
      'an unknown name in the thinking config',
      config({ thinkingConfig: { effort: 1 } }),
      'generation_config.thinking_config.effort',
    ],
    ['an unknown name in a tool', { tools: [{ type: 'function' }] }, 'tools[0].type'],
    [
      'an unknown name in a declaration',
      declared({ strict: true }),
      'tools[0].function_declarations[0].strict',
    ],
    ['an unknown name in a content', said({ ...USER, name: 'x' }), 'contents[1].name'],
    ['an unknown name in a part', said(user({ type: 'text', text: 'x' })), 'contents[1].parts[0].type'],
    ['$schema', parameters({ $schema: 'x' }), `${PARAMETERS}.$schema`],
    [
      'additionalProperties',
      parameters({ additionalProperties: false }),
      `${PARAMETERS}.additional_properties`,
    ],
    ['const deep inside', property({ const: 1 }), `${PARAMETERS}.properties[0].value.const`],
    [
      'oneOf in an item',
      property({ type: 'array', items: { oneOf: [] } }),
      `${PARAMETERS}.properties[0].value.items.one_of`,
    ],
    [
      '$ref in a response schema',
      config({ responseSchema: { $ref: '#' } }),
      'generation_config.response_schema.$ref',
    ],
    ['a list of types', property({ type: ['string', 'null'] }), `${PARAMETERS}.properties[0].value.type`],
    ['an array without items', property({ type: 'array' }), `${PARAMETERS}.properties[0].value.items`],
    [
      'an enum of numbers',
      property({ type: 'integer', enum: ['1'] }),
      `${PARAMETERS}.properties[0].value.enum`,
    ],
    [
      'an empty enum value',
      property({ type: 'string', enum: ['a', ''] }),
      `${PARAMETERS}.properties[0].value.enum[1]`,
    ],
    [
      'the format uri',
      property({ type: 'string', format: 'uri' }),
      `${PARAMETERS}.properties[0].value.format`,
    ],
    ['a required property that is missing', parameters({ required: ['b'] }), `${PARAMETERS}.required[0]`],
    [
      'both kinds of parameters',
      declared({ parameters: { type: 'object' }, parametersJsonSchema: {} }),
      PARAMETERS,
    ],
    ['a name with a digit first', declared({ name: '1f' }), 'tools[0].function_declarations[0].name'],
    ['a schema without JSON', config({ responseJsonSchema: {} }), 'generation_config.response_json_schema'],
    ['a temperature that is a string', config({ temperature: '1' }), 'generation_config.temperature'],
    ['a temperature above 2', config({ temperature: 2.1 }), 'generation_config.temperature'],
    [
      'six stops',
      config({ stopSequences: ['1', '2', '3', '4', '5', '6'] }),
      'generation_config.stop_sequences',
    ],
    [
      'budget and level',
      config({ thinkingConfig: { thinkingBudget: 1, thinkingLevel: 'LOW' } }),
      'generation_config.thinking_config',
    ],
    ['no contents', { contents: [] }, 'contents'],
    ['the role assistant', said({ role: 'assistant', parts: [{ text: 'x' }] }), 'contents[1].role'],
    ['the role system', said({ role: 'system', parts: [{ text: 'x' }] }), 'contents[1].role'],
    ['no parts', said(user()), 'contents[1].parts'],
    ['a part without data', said(user({})), 'contents[1].parts[0].data'],
    ['an empty text', said(user({ text: '' })), 'contents[1].parts[0].text'],
    [
      'a part that is two',
      said(user({ text: 'x', inlineData: { mimeType: 'image/png', data: 'aGk=' } })),
      'contents[1].parts[0].data',
    ],
    [
      'a link',
      said(user({ fileData: { fileUri: 'https://example.com/a.png' } })),
      'contents[1].parts[0].file_data.file_uri',
    ],
    [
      'bytes that are no base64',
      said(user({ inlineData: { mimeType: 'image/png', data: 'data:x,y' } })),
      'contents[1].parts[0].inline_data.data',
    ],
    ['a call as the first content', { contents: [model(CALL), user(RESPONSE)] }, 'contents[0]'],
    [
      'a call without a signature',
      said(model({ ...CALL, thoughtSignature: undefined }), user(RESPONSE)),
      'contents[1].parts[0].thought_signature',
    ],
    [
      'a foreign signature on a call',
      said(model({ ...CALL, thoughtSignature: 'c2ln' }), user(RESPONSE)),
      'contents[1].parts[0].thought_signature',
    ],
    [
      'a foreign signature on a text',
      said(model({ text: 'x', thoughtSignature: 'c2ln' }), USER),
      'contents[1].parts[0].thought_signature',
    ],
    ['a call without a response', said(model(CALL), USER), 'contents[2]'],
    ['a call at the end', said(model(CALL)), 'contents[1]'],
    ['a missing response', said(model(CALL, CALL_G), user(RESPONSE)), 'contents[2]'],
    ['a response without a call', said(user(RESPONSE)), 'contents[0]'],
    [
      'responses in another order',
      said(model(CALL, CALL_G), user(RESPONSE_G, RESPONSE)),
      'contents[2].parts[0].function_response',
    ],
    [
      'a response that is a string',
      said(model(CALL), user({ functionResponse: { name: 'f', response: 'ok' } })),
      'contents[2].parts[0].function_response.response',
    ],
    [
      'args that are a string',
      said(model({ functionCall: { name: 'f', args: '{}' } })),
      'contents[1].parts[0].function_call.args',
    ],
    [
      'a calling config without tools',
      { toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
      'tool_config.function_calling_config',
    ],
    [
      'allowed names in mode AUTO',
      {
        ...declared({}),
        toolConfig: { functionCallingConfig: { mode: 'AUTO', allowedFunctionNames: ['f'] } },
      },
      'tool_config.function_calling_config.allowed_function_names',
    ],
    [
      'an unknown mode',
      { ...declared({}), toolConfig: { functionCallingConfig: { mode: 'REQUIRED' } } },
      'tool_config.function_calling_config.mode',
    ],
  ])('%s', async (_, body, field) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 400,
          status: 'INVALID_ARGUMENT',
          message: expect.any(String),
          details: [{ '@type': expect.stringContaining('BadRequest'), fieldViolations: [{ field }] }],
        },
      },
    });
  });

  it('wrong keys and missing ones, in an array if the response is an array', async () => {
    const wrong = { error: { status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } };
    expect(await post({}, { 'x-goog-api-key': 'sk-other' })).toMatchObject({ status: 400, body: wrong });
    const missing = { error: { code: 403, status: 'PERMISSION_DENIED' } };
    expect(await post({}, { 'x-goog-api-key': '' })).toMatchObject({ status: 403, body: missing });
    const listed = await post({}, { 'x-goog-api-key': 'sk-other' }, 'streamGenerateContent');
    expect(listed).toMatchObject({ status: 400, body: [wrong] });
    expect(await post({}, {}, 'asyncBatchEmbedContent')).toMatchObject({
      status: 404,
      body: { error: { status: 'NOT_FOUND' } },
    });
  });

  it('none of these', async () => {
    const { status } = await post({
      ...said(model({ text: 'x' }, CALL, CALL_G), user(RESPONSE, RESPONSE_G, { text: 'and?' })),
      system_instruction: { role: 'user', parts: [{ text: 'x' }] },
      generation_config: {
        max_output_tokens: '5',
        thinking_config: { include_thoughts: true, thinking_level: 'low' },
        responseMimeType: 'application/json',
        responseJsonSchema: { $ref: '#', additionalProperties: false },
      },
      tools: [
        {
          function_declarations: [
            { name: 'f', parametersJsonSchema: { $schema: 'x', const: 1 } },
            {
              name: 'g',
              parameters: { type: 'OBJECT', properties: { a: { type: 'string', nullable: true } } },
            },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['g'] } },
    });
    expect(status).toBe(200);
  });
});
