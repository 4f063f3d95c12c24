/** What Codex sends by default, in field names and structure. */

type Item = Record<string, unknown>;

const schema = { type: 'object', properties: { city: { type: 'string' } }, additionalProperties: false };
const message = (role: string, text: string): Item => ({
  type: 'message',
  id: `msg_${role}`,
  role,
  content: [{ type: 'input_text', text }],
});

const GROUP = {
  type: 'namespace',
  name: 'multi_agent_v1',
  description: 'Agents',
  tools: [
    { type: 'function', name: 'spawn_agent', description: 'Spawns', strict: false, parameters: schema },
  ],
};
const PATCH = {
  type: 'custom',
  name: 'apply_patch',
  description: 'Edits files',
  format: { type: 'grammar', syntax: 'lark', definition: 'start: /.+/' },
};
const SEARCH = { type: 'tool_search', execution: 'client', description: 'Finds', parameters: schema };
const WEB_SEARCH = { type: 'web_search', external_web_access: false };

const REQUEST = {
  stream: true,
  tool_choice: 'auto',
  parallel_tool_calls: true,
  reasoning: { effort: 'low', context: 'all_turns' },
  store: false,
  include: ['reasoning.encrypted_content'],
  prompt_cache_key: '01a1',
  text: { verbosity: 'low' },
  client_metadata: { session_id: '01a1' },
};
const OPENING = [message('developer', 'You are an agent.'), message('user', 'What is there?')];

export interface CodexRequest extends Item {
  input: Item[];
}

/** A request for a model whose tools are next to the conversation. */
export function withTools(model: string, ...items: Item[]): CodexRequest {
  const tools = [GROUP, PATCH, SEARCH, WEB_SEARCH];
  return { ...REQUEST, model, tools, input: [...OPENING, ...items] };
}

/** A request for a newer model, whose tools are inside the conversation. */
export function withAdditionalTools(model: string, ...items: Item[]): CodexRequest {
  const group = { type: 'namespace', name: 'functions', description: '', tools: [PATCH] };
  const tools = { type: 'additional_tools', id: 'at_1', role: 'developer', tools: [group, GROUP] };
  return { ...REQUEST, model, input: [tools, ...OPENING, ...items] };
}
