/** The model is Claude, by a model id, an inference profile or an ARN with its name. */
export function isClaude(model: string): boolean {
  return model.includes('anthropic.claude');
}

/** The model is one of OpenAI's, which use the OpenAI format. */
export function isOpenAi(model: string): boolean {
  return /(?:^|[./])openai\./.test(model);
}

/** Claude up to this version is called with InvokeModel. Newer ones have an endpoint like Anthropic's own. */
const LAST_INVOKE_VERSION = { major: 4, minor: 6 };

/** A Claude model has the Messages endpoint. */
export function hasMessagesEndpoint(model: string): boolean {
  const [, major, minor = '0'] = /claude-[a-z]+-(\d{1,2})(?:-(\d{1,2}))?(?!\d)/.exec(model) ?? [];
  if (major === undefined || model.startsWith('arn:')) return false;
  if (Number(major) !== LAST_INVOKE_VERSION.major) return Number(major) > LAST_INVOKE_VERSION.major;
  return Number(minor) > LAST_INVOKE_VERSION.minor;
}
