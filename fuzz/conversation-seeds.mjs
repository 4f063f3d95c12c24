/** Valid requests in every conversation format. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
export const DATA_URL = `data:image/png;base64,${PNG}`;
const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'array', items: { type: 'integer' } } },
  required: ['city'],
  additionalProperties: false,
};

export function conversations(model, link) {
  const post = (name, path, body) => ({ name: `${name} → ${model}`, method: 'POST', path, body });
  const both = (name, path, body) => [
    post(name, path, body),
    post(`${name}, streamed`, path, { ...body, stream: true }),
  ];
  return [
    ...both('chat', '/v1/chat/completions', chat(model, link)),
    ...both('completions', '/v1/completions', {
      model,
      prompt: 'Once upon a time',
      suffix: 'The end.',
      max_tokens: 16,
      stop: ['\n'],
      logit_bias: { 50256: -100 },
    }),
    ...both('responses', '/v1/responses', response(model, link)),
    ...both('messages', '/v1/messages', message(model, link)),
    post('count tokens', '/v1/messages/count_tokens', message(model, link)),
    post('generateContent', `/v1beta/models/${model}:generateContent`, content(link)),
    post('streamGenerateContent', `/v1beta/models/${model}:streamGenerateContent?alt=sse`, content(link)),
    post('countTokens', `/v1beta/models/${model}:countTokens`, { contents: content(link).contents }),
  ];
}

const chat = (model, link) => ({
  model,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'developer', content: [{ type: 'text', text: 'Be kind.' }] },
    {
      role: 'user',
      name: 'ada',
      content: [
        { type: 'text', text: 'What is in these images?' },
        { type: 'image_url', image_url: { url: DATA_URL, detail: 'low' } },
        { type: 'image_url', image_url: { url: link } },
        { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0xLjQK' } },
      ],
    },
    {
      role: 'assistant',
      content: 'Let me look.',
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: '{"degrees": 4}' },
    { role: 'user', content: 'And now?' },
  ],
  tools: [{ type: 'function', function: { name: 'weather', description: 'Tells.', parameters: SCHEMA } }],
  tool_choice: 'auto',
  parallel_tool_calls: true,
  response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: SCHEMA, strict: true } },
  max_completion_tokens: 64,
  temperature: 0.5,
  top_p: 0.9,
  stop: ['END', 'STOP'],
  seed: 7,
  n: 1,
  user: 'somebody',
  metadata: { project: 'x' },
  reasoning_effort: 'low',
  stream_options: undefined,
});

const response = (model, link) => ({
  model,
  instructions: 'Be brief.',
  input: [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'What is it?' },
        { type: 'input_image', image_url: DATA_URL, detail: 'auto' },
        { type: 'input_image', image_url: link },
        { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0xLjQK' },
      ],
    },
    { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Oslo"}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'cold' },
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Cold.', annotations: [] }],
    },
    { role: 'user', content: 'And now?' },
  ],
  tools: [{ type: 'function', name: 'weather', description: 'Tells.', parameters: SCHEMA, strict: false }],
  tool_choice: 'auto',
  text: { format: { type: 'json_schema', name: 'answer', schema: SCHEMA } },
  reasoning: { effort: 'low', summary: 'auto' },
  max_output_tokens: 64,
  store: false,
  include: ['reasoning.encrypted_content'],
  truncation: 'auto',
});

const message = (model, link) => ({
  model,
  max_tokens: 2_048,
  system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is in these images?' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
        { type: 'image', source: { type: 'url', url: link } },
        { type: 'document', title: 'notes', source: { type: 'text', media_type: 'text/plain', data: 'x' } },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Let me look.' },
        { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'cold' }] },
        { type: 'text', text: 'And now?' },
      ],
    },
  ],
  tools: [{ name: 'weather', description: 'Tells.', input_schema: SCHEMA }],
  tool_choice: { type: 'auto', disable_parallel_tool_use: true },
  thinking: { type: 'enabled', budget_tokens: 1_024 },
  stop_sequences: ['END'],
  metadata: { user_id: 'somebody' },
});

const content = (link) => ({
  systemInstruction: { parts: [{ text: 'Be brief.' }] },
  contents: [
    {
      role: 'user',
      parts: [
        { text: 'What is in these images?' },
        { inlineData: { mimeType: 'image/png', data: PNG } },
        { fileData: { mimeType: 'image/png', fileUri: link } },
      ],
    },
    { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'weather', args: { city: 'Oslo' } } }] },
    {
      role: 'user',
      parts: [{ functionResponse: { id: 'c1', name: 'weather', response: { degrees: 4 } } }],
    },
    { role: 'user', parts: [{ text: 'And now?' }] },
  ],
  tools: [{ functionDeclarations: [{ name: 'weather', description: 'Tells.', parameters: SCHEMA }] }],
  toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
  generationConfig: {
    maxOutputTokens: 64,
    temperature: 0.5,
    topP: 0.9,
    topK: 40,
    stopSequences: ['END'],
    candidateCount: 1,
    responseMimeType: 'application/json',
    responseSchema: { type: 'OBJECT', properties: { city: { type: 'STRING' } } },
    thinkingConfig: { thinkingBudget: 128, includeThoughts: true },
  },
  safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
});
