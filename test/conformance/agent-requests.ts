type Fields = Record<string, unknown>;

export type AgentFormat = 'openai chat' | 'openai responses' | 'anthropic' | 'gemini';

export interface AgentRequest {
  format: AgentFormat;
  body: Fields;
  headers?: Record<string, string>;
}

const schema = {
  type: 'object',
  properties: { command: { type: 'string' } },
  required: ['command'],
  additionalProperties: false,
};

const said = (role: string, text: string): Fields => ({
  type: 'message',
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
});
const run: Fields = { type: 'function', name: 'exec_command', strict: false, parameters: schema };
const patch: Fields = {
  type: 'custom',
  name: 'apply_patch',
  description: 'Edits files',
  format: { type: 'grammar', syntax: 'lark', definition: 'start: /.+/' },
};

/** A request of Codex with these tools, and with these items in the middle of the conversation. */
function codex(tools: readonly Fields[], ...items: Fields[]): AgentRequest {
  const input = [said('developer', 'You are an agent.'), said('user', 'hi'), ...items, said('user', 'go on')];
  const settings = {
    tool_choice: 'auto',
    parallel_tool_calls: true,
    reasoning: { effort: 'low', context: 'all_turns' },
    text: { verbosity: 'low' },
    store: false,
    include: ['reasoning.encrypted_content'],
    prompt_cache_key: '01a1',
    client_metadata: { session_id: '01a1', thread_id: '01a1' },
  };
  return { format: 'openai responses', body: { ...settings, tools, input } };
}

const bash: Fields = { name: 'Bash', description: 'Runs', input_schema: schema };
const used = (name: string): Fields => ({ type: 'tool_use', id: 'toolu_1', name, input: { command: 'ls' } });
const result = (content: unknown): Fields => ({ type: 'tool_result', tool_use_id: 'toolu_1', content });

/** A request of Claude Code. */
function claudeCode(tools: readonly Fields[], ...turns: Fields[]): AgentRequest {
  const body = {
    max_tokens: 32_000,
    system: [
      { type: 'text', text: 'x-anthropic-billing-header: cc_version=2.1.0; cch=00000;' },
      { type: 'text', text: 'You are an agent.', cache_control: { type: 'ephemeral' } },
    ],
    metadata: { user_id: JSON.stringify({ device_id: 'd'.repeat(64), session_id: 's'.repeat(36) }) },
    thinking: { type: 'adaptive', display: 'omitted' },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    output_config: { effort: 'medium' },
    tools: [bash, ...tools],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }, ...turns],
  };
  const betas = 'context-management-2025-06-27,per-turn-control-2026-07-01,effort-2025-11-24';
  return { format: 'anthropic', body, headers: { 'anthropic-beta': betas } };
}

const text = (content: string): Fields => ({ role: 'user', content: [{ type: 'text', text: content }] });
const declared: Fields = { name: 'run_shell_command', description: 'Runs', parametersJsonSchema: schema };
const functionCall = { id: 'run_1', name: 'run_shell_command', args: { command: 'ls' } };
const response: Fields = {
  functionResponse: { id: 'run_1', name: 'run_shell_command', response: { output: 'a b' } },
};

/** A request of Gemini CLI. */
function geminiCli(contents: unknown, more: Fields = {}): AgentRequest {
  const thinkingConfig = { thinkingBudget: 8192, includeThoughts: true };
  const body = {
    systemInstruction: { role: 'user', parts: [{ text: 'You are an agent.' }] },
    generationConfig: { temperature: 1, topP: 0.95, topK: 64, thinkingConfig },
    tools: [{ functionDeclarations: [declared] }],
    contents,
    ...more,
  };
  return { format: 'gemini', body };
}

const asked = { role: 'user', parts: [{ text: 'hi' }] };
const CONTINUE_MESSAGE = { role: 'user', parts: [{ text: 'go on' }] };

/** Requests of agents, by their special feature: names and structures of their fields, written by hand. */
export const AGENT_REQUESTS: Readonly<Record<string, AgentRequest>> = {
  namespace: codex([run, { type: 'namespace', name: 'agents', description: 'Agents', tools: [run, patch] }]),
  'custom with a grammar': codex(
    [patch],
    { type: 'custom_tool_call', call_id: 'c1', name: 'apply_patch', input: '*** Begin' },
    { type: 'custom_tool_call_output', call_id: 'c1', output: [{ type: 'input_text', text: 'Done.' }] },
  ),
  tool_search: codex(
    [run, { type: 'tool_search', execution: 'client', description: 'Finds', parameters: schema }],
    { type: 'tool_search_call', call_id: 'c1', execution: 'client', arguments: { command: 'mail' } },
    { type: 'tool_search_output', call_id: 'c1', execution: 'client', status: 'completed', tools: [run] },
  ),
  web_search: codex([run, { type: 'web_search', external_web_access: true }]),
  additional_tools: codex([], {
    type: 'additional_tools',
    id: 'at_1',
    role: 'developer',
    tools: [{ type: 'namespace', name: 'functions', description: '', tools: [patch, run] }],
  }),
  web_search_call: codex([run], {
    type: 'web_search_call',
    status: 'completed',
    action: { type: 'search', query: 'q' },
  }),
  compaction: codex([run], { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAA-elsewhere' }),
  image_generation_call: codex([run], {
    type: 'image_generation_call',
    id: 'ig_1',
    status: 'completed',
    result:
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  }),
  'metadata of items': codex([run], {
    ...said('user', 'one more'),
    internal_chat_message_metadata_passthrough: { turn_id: '01a1', content_item_kinds: ['user.text'] },
  }),
  'reasoning of another service': codex(
    [run],
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA-elsewhere' },
    { type: 'function_call', call_id: 'c1', name: 'exec_command', arguments: '{"command":"ls"}' },
    { type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_text', text: 'a b' }] },
  ),
  'a tool round of Claude Code': claudeCode(
    [],
    { role: 'assistant', content: [used('Bash')] },
    { role: 'user', content: [result('a b'), { type: 'text', text: 'go on' }] },
  ),
  'instructions in mid-conversation': claudeCode([], {
    role: 'system',
    content: [{ type: 'text', text: 'It is Monday.', cache_control: { type: 'ephemeral' } }],
    output_config: { effort: 'medium' },
  }),
  'tool_reference and defer_loading': claudeCode(
    [
      { name: 'ToolSearch', input_schema: schema },
      { name: 'WebFetch', input_schema: schema, defer_loading: true },
    ],
    { role: 'assistant', content: [used('ToolSearch')] },
    { role: 'user', content: [result([{ type: 'tool_reference', tool_name: 'WebFetch' }])] },
  ),
  'web_search_*': claudeCode([{ type: 'web_search_20250305', name: 'web_search', max_uses: 8 }]),
  'web_fetch_*': claudeCode([{ type: 'web_fetch_20250910', name: 'web_fetch' }]),
  'code_execution_*': claudeCode([{ type: 'code_execution_20250825', name: 'code_execution' }]),
  'a part with nothing but a signature': geminiCli([
    asked,
    { role: 'model', parts: [{ text: 'Well.' }, { thoughtSignature: 'c2ln' }] },
    CONTINUE_MESSAGE,
  ]),
  'thoughts beside calls, and a result twice': geminiCli([
    asked,
    {
      role: 'model',
      parts: [
        { text: 'Hm.', thought: true },
        { functionCall, thoughtSignature: 'c2ln' },
      ],
    },
    { role: 'user', parts: [response, response] },
  ]),
  'one object in the place of a list': geminiCli(CONTINUE_MESSAGE, {
    tools: { functionDeclarations: [declared] },
    safetySettings: { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' },
  }),
  'a tool round of opencode': {
    format: 'openai chat',
    body: {
      max_tokens: 32_000,
      stream_options: { include_usage: true },
      tool_choice: 'auto',
      tools: [{ type: 'function', function: { name: 'bash', description: 'Runs', parameters: schema } }],
      messages: [
        { role: 'system', content: 'You are an agent.' },
        { role: 'user', content: 'hi' },
        {
          role: 'assistant',
          content: '',
          reasoning_content: 'Hm.',
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'a b' },
      ],
    },
  },
};

/** The tool runner of Anthropic's library requests a conversation that the service stores. */
export const THREAD: AgentRequest = {
  format: 'anthropic',
  body: { max_tokens: 64, thread: { type: 'create' }, messages: [text('hi')] },
  headers: { 'anthropic-beta': 'message-threads-2026-08-12' },
};
