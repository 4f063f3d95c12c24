import { describe, expect, it } from '@jest/globals';
import { GatewayError, type JsonObject } from '#canonical';
import { openAiResponsesIngress } from './index.js';

function toFault(body: JsonObject): { kind: string; param: string | undefined } {
  try {
    openAiResponsesIngress.decodeRequest(body, {});
  } catch (thrown) {
    const { kind, param, message } = GatewayError.from(thrown);
    expect(message).toContain(`"${param}"`);
    return { kind, param };
  }
  throw new Error('the request was accepted');
}

const withItem = (item: JsonObject | string): JsonObject => ({
  model: 'm',
  input: [{ role: 'user', content: 'hi' }, item],
});
const withPart = (part: JsonObject): JsonObject => withItem({ role: 'user', content: [part] });
const withMember = (members: JsonObject): JsonObject => ({ model: 'm', input: 'hi', ...members });

describe('a request that cannot be decoded', () => {
  it.each<[JsonObject, string, string]>([
    [{ input: 'hi' }, 'missing-parameter', 'model'],
    [{ model: 'm' }, 'missing-parameter', 'input'],
    [{ model: 'm', input: 5 }, 'invalid-type', 'input'],
    [{ model: 'm', input: [] }, 'invalid-value', 'input'],
    [withItem('hi'), 'invalid-type', 'input[1]'],
    [withItem({ role: 'robot', content: 'x' }), 'invalid-value', 'input[1].role'],
    [withItem({ type: 'message', content: 'x' }), 'missing-parameter', 'input[1].role'],
    [withItem({ role: 'user' }), 'missing-parameter', 'input[1].content'],
    [withItem({ role: 'user', content: 5 }), 'invalid-type', 'input[1].content'],
    [withPart({ type: 'input_text' }), 'missing-parameter', 'input[1].content[0].text'],
    [withPart({ type: 'output_text', text: 'x' }), 'invalid-value', 'input[1].content[0].type'],
    [withPart({ type: 'input_image' }), 'missing-parameter', 'input[1].content[0].image_url'],
    [
      withPart({ type: 'input_image', image_url: 'ftp://x' }),
      'invalid-value',
      'input[1].content[0].image_url',
    ],
    [
      withPart({ type: 'input_image', image_url: 'data:image/png;base64,*' }),
      'invalid-value',
      'input[1].content[0].image_url',
    ],
    [
      withPart({ type: 'input_image', file_id: 'file_1' }),
      'unsupported-parameter',
      'input[1].content[0].file_id',
    ],
    [
      withPart({ type: 'input_image', image_url: 'https://e', detail: 'tiny' }),
      'invalid-value',
      'input[1].content[0].detail',
    ],
    [
      withPart({ type: 'input_file', file_id: 'file_1' }),
      'unsupported-parameter',
      'input[1].content[0].file_id',
    ],
    [withPart({ type: 'input_file', file_data: '*' }), 'invalid-value', 'input[1].content[0].file_data'],
    [
      withPart({ type: 'input_audio', input_audio: { data: 'aa', format: 'ogg' } }),
      'invalid-value',
      'input[1].content[0].input_audio.format',
    ],
    [
      withItem({ role: 'assistant', content: [{ type: 'input_image' }] }),
      'invalid-value',
      'input[1].content[0].type',
    ],
    [
      withItem({ role: 'system', content: [{ type: 'input_image' }] }),
      'unsupported-parameter',
      'input[1].content[0].type',
    ],
    [
      withItem({ type: 'function_call', name: 'f', arguments: '{}' }),
      'missing-parameter',
      'input[1].call_id',
    ],
    [
      withItem({ type: 'function_call', call_id: 'c', arguments: '{}' }),
      'missing-parameter',
      'input[1].name',
    ],
    [
      withItem({ type: 'function_call', call_id: 'c', name: 'f', arguments: '{' }),
      'invalid-value',
      'input[1].arguments',
    ],
    [withItem({ type: 'function_call_output', call_id: 'c' }), 'missing-parameter', 'input[1].output'],
    [
      withItem({ type: 'reasoning', summary: [{ type: 'summary_text' }] }),
      'missing-parameter',
      'input[1].summary[0].text',
    ],
    [withItem({ type: 'item_reference', id: 'msg_1' }), 'unsupported-parameter', 'input[1]'],
    [withItem({ id: 'msg_1' }), 'unsupported-parameter', 'input[1]'],
    [withItem({ type: 'odd_call', id: 'o_1' }), 'unsupported-parameter', 'input[1].type'],
    [withItem({ type: 'shell_call', call_id: 'c' }), 'missing-parameter', 'input[1].action'],
    [withItem({ type: 'shell_call_output', output: 'x' }), 'missing-parameter', 'input[1].id'],
    [withItem({ type: 'additional_tools', role: 'developer' }), 'missing-parameter', 'input[1].tools'],
    [
      withItem({ type: 'additional_tools', tools: [{ type: 'function' }] }),
      'missing-parameter',
      'input[1].tools[0].name',
    ],
    [
      withItem({ type: 'agent_message', author: 'a', content: [{ type: 'input_text', text: 'x' }] }),
      'missing-parameter',
      'input[1].recipient',
    ],
    [withMember({ background: true }), 'unsupported-parameter', 'background'],
    [withMember({ conversation: 'conv_1' }), 'unsupported-parameter', 'conversation'],
    [withMember({ prompt: { id: 'p' } }), 'unsupported-parameter', 'prompt'],
    [withMember({ context_management: [] }), 'unsupported-parameter', 'context_management'],
    [withMember({ instructions: 5 }), 'invalid-type', 'instructions'],
    [
      withMember({ tools: [{ type: 'file_search' }], tool_choice: 'required' }),
      'unsupported-parameter',
      'tool_choice',
    ],
    [withMember({ tools: [{ type: 'namespace', tools: [] }] }), 'missing-parameter', 'tools[0].name'],
    [withMember({ tools: [{ type: 'namespace', name: 'n' }] }), 'missing-parameter', 'tools[0].tools'],
    [
      withMember({ tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'function' }] }] }),
      'missing-parameter',
      'tools[0].tools[0].name',
    ],
    [
      withMember({ tools: [{ type: 'custom', name: 'f', format: { type: 'grammar', syntax: 'lark' } }] }),
      'missing-parameter',
      'tools[0].format.definition',
    ],
    [
      withMember({
        tools: [
          {
            type: 'namespace',
            name: 'n',
            tools: Array.from({ length: 1025 }, (_, index) => ({ type: 'function', name: `f${index}` })),
          },
        ],
      }),
      'invalid-value',
      'tools',
    ],
    [withMember({ tools: [{ type: 'function' }] }), 'missing-parameter', 'tools[0].name'],
    [
      withMember({ tools: [{ type: 'function', name: 'f', parameters: 'x' }] }),
      'invalid-type',
      'tools[0].parameters',
    ],
    [withMember({ tool_choice: 'maybe' }), 'invalid-value', 'tool_choice'],
    [
      withMember({ tool_choice: { type: 'mcp', server_label: 's' } }),
      'unsupported-parameter',
      'tool_choice.type',
    ],
    [
      withMember({ tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'mcp' }] } }),
      'unsupported-parameter',
      'tool_choice.tools',
    ],
    [
      withMember({ text: { format: { type: 'json_schema', schema: {} } } }),
      'missing-parameter',
      'text.format.name',
    ],
    [
      withMember({ text: { format: { type: 'json_schema', name: 'n' } } }),
      'missing-parameter',
      'text.format.schema',
    ],
    [withMember({ text: { verbosity: 'huge' } }), 'invalid-value', 'text.verbosity'],
    [withMember({ reasoning: { effort: 'lots' } }), 'invalid-value', 'reasoning.effort'],
    [withMember({ max_output_tokens: 0 }), 'invalid-value', 'max_output_tokens'],
    [withMember({ max_output_tokens: 1.5 }), 'invalid-type', 'max_output_tokens'],
    [withMember({ max_output_tokens: 0.5 }), 'invalid-type', 'max_output_tokens'],
    [withMember({ max_output_tokens: 1e30 }), 'invalid-value', 'max_output_tokens'],
    [withMember({ include: [null] }), 'missing-parameter', 'include[0]'],
    [withMember({ temperature: '1' }), 'invalid-type', 'temperature'],
    [withMember({ temperature: 3 }), 'invalid-value', 'temperature'],
    [withMember({ metadata: { a: 1 } }), 'invalid-type', 'metadata.a'],
  ])('%j: %s at %s', (body, kind, param) => {
    expect(toFault(body)).toEqual({ kind, param });
  });
});
