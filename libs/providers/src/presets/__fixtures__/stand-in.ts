export type Fields = Readonly<Record<string, unknown>>;

export interface Refusal {
  status: number;
  message: string;
}

/** A chat request, and what the service receives of it. */
export interface ChangedRequest {
  /** The model, if the change depends on it. */
  model?: string;
  /** The members that a client in OpenAI's format sends besides the model. OpenAI accepts them. */
  sent: Record<string, unknown>;
  /** The same members as the service receives them. */
  got: Record<string, unknown>;
  /** The header `x-modelgate-warnings`. */
  warnings?: string;
}

/** How a service differs from OpenAI, for the test server that stands in for it. */
export interface StandIn {
  /** What it responds to a chat request that OpenAI accepts. */
  refuse?: (body: Fields) => Refusal | undefined;
  /** Requests that the preset changes, so that the service accepts them. `test/e2e/presets` sends each. */
  changes?: readonly ChangedRequest[];
  /** What its model writes, delta by delta. */
  write?: (body: Fields) => Record<string, string>[];
  /** Members of its usage besides those of OpenAI. */
  usage?: Fields;
  /** Its own values of `finish_reason`. The test server sends one in response to a model of this name. */
  finishReasons?: readonly string[];
  /** Every stream contains the usage, and a request for it is refused. */
  alwaysSendsUsage?: true;
}

export function refuse(message: string, status = 400): Refusal {
  return { status, message };
}

export function listFields(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(toFields) : [];
}

export function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

export function refuseDeveloperRole({ messages }: Fields): Refusal | undefined {
  return listFields(messages).some(({ role }) => role === 'developer')
    ? refuse('unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`')
    : undefined;
}

export function refuseLongUserId({ user }: Fields): Refusal | undefined {
  return typeof user === 'string' && user.length > 128 ? refuse('user: at most 128 characters') : undefined;
}

/** github.com/continuedev/continue/issues/11527 */
export function refuseCallsWithoutReasoning({ thinking, messages }: Fields): Refusal | undefined {
  if (toFields(thinking)['type'] === 'disabled') return undefined;
  const index = listFields(messages).findIndex(
    (message) => Array.isArray(message['tool_calls']) && !message['reasoning_content'],
  );
  if (index === -1) return undefined;
  return refuse(
    `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${index}`,
  );
}

export const MESSAGE_MEMBERS = ['role', 'content', 'tool_calls', 'tool_call_id'];

/** The members of OpenAI's requests that all services accept. */
export const COMMON_MEMBERS =
  'messages model stream temperature top_p max_tokens stop tools tool_choice response_format n parallel_tool_calls presence_penalty frequency_penalty reasoning_effort metadata'.split(
    ' ',
  );

export function findOther(fields: readonly Fields[], names: ReadonlySet<string>): string | undefined {
  return fields.flatMap(Object.keys).find((name) => !names.has(name));
}
