import { asFields, type Fields } from '../fields.js';

/** What a service answers with where it does not take a chat request. */
export interface CompatibleRefusal {
  status: number;
  message: string;
}

type Check = (body: Fields) => CompatibleRefusal | undefined;

const MESSAGE_MEMBERS = ['role', 'content', 'tool_calls', 'tool_call_id'];
const OPENAI_MEMBERS =
  'messages model stream temperature top_p max_tokens stop tools tool_choice response_format n parallel_tool_calls presence_penalty frequency_penalty reasoning_effort metadata'.split(
    ' ',
  );

/** As seen in github.com/Gitlawb/openclaude/issues/739 and github.com/editor-code-assistant/eca/issues/231. */
const MISTRAL_MEMBERS = new Set([
  ...OPENAI_MEMBERS,
  'random_seed',
  'safe_prompt',
  'prompt_mode',
  'prediction',
]);
const MISTRAL_MESSAGE = new Set([...MESSAGE_MEMBERS, 'prefix']);
/** As listed by console.groq.com/docs/api-reference. */
const GROQ_MEMBERS = new Set([
  ...OPENAI_MEMBERS,
  'max_completion_tokens',
  'seed',
  'user',
  'service_tier',
  'stream_options',
  'reasoning_format',
  'include_reasoning',
]);
const GROQ_MESSAGE = new Set([...MESSAGE_MEMBERS, 'reasoning', 'function_call']);

function refuse(message: string, status = 400): CompatibleRefusal {
  return { status, message };
}

function listFields(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(asFields) : [];
}

const checkMistral: Check = (body) => {
  const parts = listFields(body.messages).flatMap(({ content }) => listFields(content));
  const extra =
    Object.keys(body).find((name) => !MISTRAL_MEMBERS.has(name)) ??
    listFields(body.messages)
      .flatMap(Object.keys)
      .find((name) => !MISTRAL_MESSAGE.has(name)) ??
    parts.flatMap(Object.keys).find((name) => !['type', 'text', 'image_url'].includes(name));
  if (extra !== undefined) return refuse(`Extra inputs are not permitted: ${extra}`, 422);
  return refuseRole(body);
};

const checkGroq: Check = (body) => {
  const extra = Object.keys(body).find((name) => !GROQ_MEMBERS.has(name));
  if (extra !== undefined) return refuse(`property '${extra}' is unsupported`);
  const inner = listFields(body.messages)
    .flatMap(Object.keys)
    .find((name) => !GROQ_MESSAGE.has(name));
  return inner === undefined ? undefined : refuse(`'messages.1' : property '${inner}' is unsupported`);
};

/** github.com/continuedev/continue/issues/11527 */
const checkReasonedCalls: Check = (body) => {
  if (asFields(body.thinking).type === 'disabled') return undefined;
  const index = listFields(body.messages).findIndex(
    (message) => Array.isArray(message.tool_calls) && !message.reasoning_content,
  );
  if (index === -1) return undefined;
  return refuse(
    `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${index}`,
  );
};

const refuseRole: Check = (body) =>
  listFields(body.messages).some(({ role }) => role === 'developer')
    ? refuse('unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`')
    : undefined;

const checkUser: Check = ({ user }) =>
  typeof user === 'string' && user.length > 128 ? refuse('user: at most 128 characters') : undefined;

/** github.com/tombii/better-ccflare/pull/187 */
const checkZhipu: Check = (body) =>
  JSON.stringify(body).includes('"cache_control":')
    ? refuse('API call parameter is wrong: cache_control')
    : (refuseRole(body) ?? checkUser(body));

const checkQwen: Check = (body) =>
  body.model === 'qwen3-32b' && body.stream !== true && body.enable_thinking !== false
    ? refuse('parameter.enable_thinking must be set to false for non-streaming calls')
    : undefined;

/** What each service refuses of a chat request that OpenAI would take. */
export const COMPATIBLE_CHECKS: Readonly<Record<string, Check>> = {
  deepseek: (body) => refuseRole(body) ?? checkReasonedCalls(body),
  mistral: checkMistral,
  qwen: checkQwen,
  moonshot: checkReasonedCalls,
  zhipu: checkZhipu,
  openrouter: checkUser,
  doubao: checkUser,
  groq: checkGroq,
};
