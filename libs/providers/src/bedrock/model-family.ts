/** Whether a model is Claude, by an id, a profile across regions or an ARN that names it. */
export function isClaude(model: string): boolean {
  return model.includes('anthropic.claude');
}

/** Whether a model is one of OpenAI's, which are spoken to in its own style. */
export function isOpenAi(model: string): boolean {
  return /(?:^|[./])openai\./.test(model);
}

/** Claude up to this version is called by InvokeModel; newer ones have an endpoint that works like Anthropic's own. */
const LAST_INVOKED = { major: 4, minor: 6 };

/** Whether a Claude model is asked at the endpoint for messages. */
export function hasMessagesEndpoint(model: string): boolean {
  const [, major, minor = '0'] = /claude-[a-z]+-(\d{1,2})(?:-(\d{1,2}))?(?!\d)/.exec(model) ?? [];
  if (major === undefined || model.startsWith('arn:')) return false;
  if (Number(major) !== LAST_INVOKED.major) return Number(major) > LAST_INVOKED.major;
  return Number(minor) > LAST_INVOKED.minor;
}
