import { describe, expect, it } from '@jest/globals';
import { type GatewayError, type JsonObject } from '#canonical';
import { decodeRequest } from './decode-request.js';

const USER = { role: 'user', parts: [{ text: 'Hi' }] };

function toFault(body: JsonObject): Pick<GatewayError, 'kind' | 'param'> {
  try {
    decodeRequest(body, { model: 'gemini-3-pro' });
  } catch (error) {
    const { kind, param } = error as GatewayError;
    return { kind, param };
  }
  throw new Error('the request was accepted');
}

describe('errors in a request of this format', () => {
  const inModelTurn = (part: JsonObject): JsonObject => ({
    contents: [USER, { role: 'model', parts: [part] }],
  });
  const inUserTurn = (part: JsonObject): JsonObject => ({ contents: [USER, { parts: [part] }] });

  it.each<[JsonObject, string, string]>([
    [{}, 'missing-parameter', 'contents'],
    [{ contents: null }, 'missing-parameter', 'contents'],
    [{ contents: [] }, 'invalid-value', 'contents'],
    [{ contents: 'Hi' }, 'invalid-type', 'contents'],
    [{ contents: ['Hi'] }, 'invalid-type', 'contents[0]'],
    [{ contents: [{ role: 'assistant', parts: [] }] }, 'invalid-value', 'contents[0].role'],
    [{ contents: [{ role: 'constructor', parts: [{ text: 'x' }] }] }, 'invalid-value', 'contents[0].role'],
    [{ contents: [{ role: 'user' }] }, 'missing-parameter', 'contents[0].parts'],
    [inUserTurn({ text: 5 }), 'invalid-type', 'contents[1].parts[0].text'],
    [inUserTurn({}), 'invalid-value', 'contents[1].parts[0]'],
    [inUserTurn({ functionCall: { name: 'a' } }), 'invalid-value', 'contents[1].parts[0]'],
    [
      inUserTurn({ inline_data: { data: 'AA==' } }),
      'missing-parameter',
      'contents[1].parts[0].inline_data.mimeType',
    ],
    [
      inUserTurn({ inlineData: { mimeType: 'image/png', data: '%' } }),
      'invalid-value',
      'contents[1].parts[0].inlineData.data',
    ],
    [
      inUserTurn({ inlineData: { mimeType: 'video/mp4', data: 'AA==' } }),
      'unsupported-parameter',
      'contents[1].parts[0].inlineData.mimeType',
    ],
    [
      inUserTurn({ fileData: { fileUri: 'gs://bucket/a.png', mimeType: 'image/png' } }),
      'unsupported-parameter',
      'contents[1].parts[0].fileData.fileUri',
    ],
    [
      inUserTurn({ fileData: { fileUri: 'https://host.test/v1beta/files/abc123' } }),
      'unsupported-parameter',
      'contents[1].parts[0].fileData.fileUri',
    ],
    [
      inUserTurn({ executableCode: { code: '1' } }),
      'unsupported-parameter',
      'contents[1].parts[0].executableCode',
    ],
    [
      inUserTurn({ functionResponse: { name: 'a', response: {} } }),
      'invalid-value',
      'contents[1].parts[0].functionResponse',
    ],
    [
      inModelTurn({ functionCall: { args: {} } }),
      'missing-parameter',
      'contents[1].parts[0].functionCall.name',
    ],
    [
      inModelTurn({ functionCall: { name: 'a', args: '{}' } }),
      'invalid-type',
      'contents[1].parts[0].functionCall.args',
    ],
    [inModelTurn({ toolCall: {} }), 'unsupported-parameter', 'contents[1].parts[0].toolCall'],
    [{ contents: [USER], cached_content: 'cachedContents/1' }, 'unsupported-parameter', 'cached_content'],
    [{ contents: [USER], continuationToken: 'x' }, 'unsupported-parameter', 'continuationToken'],
    [{ contents: [USER], tools: [{ urlContext: {} }] }, 'unsupported-parameter', 'tools[0].urlContext'],
    [
      { contents: [USER], tools: [{ functionDeclarations: [{}] }] },
      'missing-parameter',
      'tools[0].functionDeclarations[0].name',
    ],
    [
      {
        contents: [USER],
        tools: [{ functionDeclarations: [{ name: 'a', parameters: {}, parametersJsonSchema: {} }] }],
      },
      'invalid-value',
      'tools[0].functionDeclarations[0].parametersJsonSchema',
    ],
    [
      { contents: [USER], toolConfig: { functionCallingConfig: { mode: 'SOMETIMES' } } },
      'invalid-value',
      'toolConfig.functionCallingConfig.mode',
    ],
    [
      { contents: [USER], generationConfig: { temperature: '1' } },
      'invalid-type',
      'generationConfig.temperature',
    ],
    [
      { contents: [USER], generationConfig: { temperature: 3 } },
      'invalid-value',
      'generationConfig.temperature',
    ],
    [
      { contents: [USER], generation_config: { max_output_tokens: 1.5 } },
      'invalid-type',
      'generation_config.max_output_tokens',
    ],
    [
      { contents: [USER], generationConfig: { topK: 5, top_k: 0 } },
      'invalid-value',
      'generationConfig.top_k',
    ],
    [
      { contents: [USER], generationConfig: { top_k: 0, topK: 5, seed: 1e30 } },
      'invalid-type',
      'generationConfig.seed',
    ],
    [
      { contents: [USER], generationConfig: { top_k: 0, topK: null } },
      'invalid-value',
      'generationConfig.top_k',
    ],
    [
      { contents: [USER], generationConfig: { stopSequences: ['a', 5] } },
      'invalid-type',
      'generationConfig.stopSequences[1]',
    ],
    [
      { contents: [USER], generationConfig: { responseModalities: ['TEXT', 'IMAGE'] } },
      'unsupported-parameter',
      'generationConfig.responseModalities[1]',
    ],
    [
      { contents: [USER], generationConfig: { responseMimeType: 'text/x.enum' } },
      'unsupported-parameter',
      'generationConfig.responseMimeType',
    ],
    [
      { contents: [USER], generationConfig: { responseFormat: [{}] } },
      'unsupported-parameter',
      'generationConfig.responseFormat',
    ],
    [
      { contents: [USER], generationConfig: { thinkingConfig: { thinkingLevel: 'HUGE' } } },
      'invalid-value',
      'generationConfig.thinkingConfig.thinkingLevel',
    ],
    [
      { contents: [USER], systemInstruction: { parts: [{ inlineData: {} }] } },
      'unsupported-parameter',
      'systemInstruction.parts[0]',
    ],
  ])('%j', (body, kind, param) => {
    expect(toFault(body)).toEqual({ kind, param });
  });
});
