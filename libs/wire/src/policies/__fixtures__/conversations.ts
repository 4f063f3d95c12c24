import { type ClientFormatId } from '../../format-ids.js';
import { type RequestBody } from '../request-view.js';

/**
 * Bodies in which every text for the model is the letter of its author and a number: s1, u1, a1, t1. All other
 * strings are "keep", so that mapping the texts to upper case shows whether exactly these were found.
 */
export const CONVERSATIONS: Record<ClientFormatId, RequestBody[]> = {
  'openai-chat': [
    {
      model: 'keep',
      user: 'keep',
      messages: [
        { role: 'developer', content: 's1' },
        { role: 'system', content: [{ type: 'text', text: 's2' }] },
        {
          role: 'user',
          name: 'keep',
          content: [
            { type: 'text', text: 'u1' },
            { type: 'image_url', image_url: { url: 'keep' } },
            { type: 'input_audio', input_audio: { data: 'keep', format: 'wav' } },
            { type: 'file', file: { file_data: 'keep', filename: 'keep' } },
            { type: 'kind_of_tomorrow', text: 'u2' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'a1' },
            { type: 'refusal', refusal: 'a2' },
          ],
          refusal: 'a3',
          reasoning_content: 'a4',
          reasoning: 'a5',
          thinking_blocks: [
            { type: 'thinking', thinking: 'keep', signature: 'keep' },
            { type: 'thinking', thinking: 'a6' },
          ],
          tool_calls: [
            {
              id: 'keep',
              type: 'function',
              function: { name: 'keep', arguments: '{"keep":["a7",{"x":"a8"}], "n":1}' },
            },
            { id: 'keep', type: 'custom', custom: { name: 'keep', input: 'a9' } },
          ],
          function_call: { name: 'keep', arguments: '{"x":"a10"}' },
        },
        { role: 'tool', tool_call_id: 'keep', content: 't1' },
        { role: 'tool', tool_call_id: 'keep', content: [{ type: 'text', text: 't2' }] },
        { role: 'function', name: 'keep', content: 't3' },
        { role: 'constructor', content: 'u3' },
      ],
      prediction: { type: 'content', content: 'u4' },
      tools: [
        { type: 'function', function: { name: 'keep', description: 'keep', parameters: { type: 'keep' } } },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'keep', schema: { title: 'keep' } } },
    },
  ],
  'openai-chat-input': [
    { model: 'keep', instructions: 's1', input: 'u1' },
    {
      model: 'keep',
      tools: [{ type: 'function', name: 'keep', description: 'keep' }],
      input: [
        { role: 'system', content: 's1' },
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'u1' },
            { type: 'text', text: 'u2' },
          ],
        },
        {
          role: 'assistant',
          content: [{ type: 'output_text', text: 'a1' }],
          reasoning_content: 'a2',
          tool_calls: [{ id: 'keep', function: { name: 'keep', arguments: '{"keep":"a3"}' } }],
        },
        { role: 'tool', tool_call_id: 'keep', content: 't1' },
        { type: 'function_call', call_id: 'keep', name: 'keep', arguments: '{"keep":"a4"}' },
        { type: 'function_call_output', call_id: 'keep', output: 't2' },
      ],
    },
  ],
  'openai-completions': [
    { model: 'keep', prompt: 'u1', suffix: 'u2' },
    { model: 'keep', prompt: ['u1', 'u2'] },
    { model: 'keep', prompt: [1, 2, 3] },
  ],
  'openai-responses': [
    {
      model: 'keep',
      instructions: 's1',
      input: 'u1',
      prompt: { id: 'keep', variables: { keep: 'u2', x: { type: 'input_text', text: 'u3' } } },
    },
    {
      model: 'keep',
      previous_response_id: 'keep',
      tools: [{ type: 'function', name: 'keep', description: 'keep' }],
      input: [
        { role: 'developer', content: 's1' },
        { type: 'message', role: 'system', content: [{ type: 'input_text', text: 's2' }] },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'u1' },
            { type: 'input_image', image_url: 'keep' },
            { type: 'input_file', file_data: 'keep', filename: 'keep' },
          ],
        },
        {
          type: 'reasoning',
          id: 'keep',
          summary: [{ type: 'summary_text', text: 'keep' }],
          encrypted_content: 'keep',
        },
        { type: 'reasoning', id: 'keep', summary: [{ type: 'summary_text', text: 'a1' }] },
        {
          type: 'message',
          id: 'keep',
          role: 'assistant',
          status: 'keep',
          content: [{ type: 'output_text', text: 'a2' }],
        },
        { type: 'function_call', call_id: 'keep', name: 'keep', arguments: '{"keep":"a3"}' },
        { type: 'function_call_output', call_id: 'keep', output: 't1' },
        { type: 'custom_tool_call', call_id: 'keep', name: 'keep', input: 'a4' },
        { type: 'custom_tool_call_output', call_id: 'keep', output: [{ type: 'input_text', text: 't2' }] },
        { type: 'shell_call_output', call_id: 'keep', output: [{ stdout: 't3', stderr: 't4' }] },
        { type: 'web_search_call', id: 'keep', action: { type: 'keep', query: 'a5', url: 'keep' } },
        { type: 'image_generation_call', id: 'keep', result: 'keep' },
        { type: 'item_reference', id: 'keep' },
      ],
    },
    {
      // The type of an item decides where its texts are, independent of its role.
      model: 'keep',
      input: [
        { type: 'function_call_output', role: 'user', call_id: 'keep', output: 't1' },
        { type: 'function_call', role: 'assistant', call_id: 'keep', name: 'keep', arguments: '{"keep":"a1"}' },
        { type: 'custom_tool_call_output', role: 'system', call_id: 'keep', output: 't2', content: 't3' },
        { type: 'agent_message', role: 'user', content: [{ type: 'input_text', text: 'u1' }], note: 'u2' },
        {
          type: 'additional_tools',
          role: 'developer',
          tools: [{ type: 'function', name: 'keep', description: 'keep' }],
        },
      ],
    },
  ],
  'anthropic-messages': [
    {
      model: 'keep',
      system: 's1',
      messages: [{ role: 'user', content: 'u1' }],
      metadata: { user_id: 'keep' },
    },
    {
      model: 'keep',
      system: [{ type: 'text', text: 's1', cache_control: { type: 'keep' } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'u1' },
            { type: 'image', source: { type: 'base64', media_type: 'keep', data: 'keep' } },
            {
              type: 'document',
              title: 'u2',
              context: 'u3',
              source: { type: 'text', media_type: 'keep', data: 'u4' },
            },
            { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'u5' }] } },
            { type: 'document', source: { type: 'base64', media_type: 'keep', data: 'keep' } },
            { type: 'document', source: { type: 'url', url: 'keep' } },
            { type: 'search_result', source: 'keep', title: 'u6', content: [{ type: 'text', text: 'u7' }] },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'keep', signature: 'keep' },
            { type: 'redacted_thinking', data: 'keep' },
            { type: 'thinking', thinking: 'a1', signature: '' },
            { type: 'text', text: 'a2', citations: [{ type: 'keep', cited_text: 'a3', file_id: 'keep' }] },
            { type: 'tool_use', id: 'keep', name: 'keep', input: { keep: 'a4', id: 'a5' } },
            { type: 'server_tool_use', id: 'keep', name: 'keep', input: { query: 'a6' } },
            {
              type: 'web_search_tool_result',
              tool_use_id: 'keep',
              content: [{ type: 'keep', url: 'keep', title: 't1', encrypted_content: 'keep' }],
            },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'keep', content: 't2' },
            { type: 'tool_result', tool_use_id: 'keep', content: [{ type: 'text', text: 't3' }] },
          ],
        },
        { role: 'system', content: 's2' },
      ],
      tools: [{ name: 'keep', description: 'keep', input_schema: { type: 'keep' } }],
    },
  ],
  'gemini-generate-content': [
    { systemInstruction: 's1', contents: [{ parts: [{ text: 'u1' }] }] },
    { systemInstruction: { parts: { text: 's1' } }, contents: { role: 'user', parts: { text: 'u1' } } },
    {
      system_instruction: { role: 'keep', parts: [{ text: 's1' }] },
      contents: [
        {
          role: 'user',
          parts: [
            { text: 'u1' },
            { inline_data: { mime_type: 'keep', data: 'keep' } },
            { fileData: { fileUri: 'keep' } },
          ],
        },
        {
          role: 'model',
          parts: [
            { text: 'keep', thought: true, thoughtSignature: 'keep' },
            { text: 'a1', thought: true },
            { text: 'a2', thought_signature: 'keep' },
            { functionCall: { id: 'keep', name: 'keep', args: { keep: ['a3'] } }, thoughtSignature: 'keep' },
            { executableCode: { language: 'keep', code: 'a4' } },
            { code_execution_result: { outcome: 'keep', output: 't1' } },
          ],
        },
        {
          role: 'function',
          parts: [{ function_response: { id: 'keep', name: 'keep', response: { result: { x: 't2' } } } }],
        },
      ],
      tools: [{ functionDeclarations: [{ name: 'keep', description: 'keep' }] }],
      generationConfig: { stopSequences: ['keep'] },
    },
  ],
};
