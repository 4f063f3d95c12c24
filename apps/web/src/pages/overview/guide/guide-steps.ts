/** The state of the gateway that determines which steps are done. */
export interface GuideFacts {
  /** Undefined for members, who cannot see channels. */
  channels?: readonly { models: readonly unknown[]; enabled: boolean }[];
  tokens: readonly { origin: string; last_used_at: string | null; status: string }[];
  hasResponse: boolean;
}

export interface GuideStep {
  title: string;
  text: string;
  action: { label: string; to: string };
  isDone: boolean;
}

export function guideSteps({ channels, tokens, hasResponse }: GuideFacts): GuideStep[] {
  return [
    ...(channels === undefined ? [] : channelSteps(channels)),
    {
      title: 'Create a token',
      text: 'Applications send it with every request. Limits and a budget are optional.',
      action: { label: 'Create a token', to: '/tokens/new' },
      isDone: tokens.some(isInUse),
    },
    {
      title: 'Get the first reply',
      text: 'Open the playground, choose a model and send a message. You are signed in, so it needs no token.',
      action: { label: 'Open the playground', to: '/playground' },
      isDone: hasResponse,
    },
  ];
}

function channelSteps(channels: NonNullable<GuideFacts['channels']>): GuideStep[] {
  return [
    {
      title: 'Connect a model',
      text: 'Paste an API key, or the address of your own server. The page then lists its models and sends a first request. No account yet? The built-in sandbox models work without one.',
      action: { label: 'Connect a model', to: '/channels/connect' },
      isDone: channels.length > 0,
    },
    {
      title: 'Review the models',
      text: 'The list has the capabilities and the price of every model that a channel serves.',
      action: { label: 'View models', to: '/models' },
      isDone: channels.some(({ models, enabled }) => enabled && models.length > 0),
    },
  ];
}

/** The setup token, which the first start prints, counts only after it was used. */
function isInUse({ origin, last_used_at: lastUsed, status }: GuideFacts['tokens'][number]): boolean {
  return status === 'active' && (origin !== 'setup' || lastUsed !== null);
}
