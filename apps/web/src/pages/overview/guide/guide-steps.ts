/** What the gateway knows of how far somebody has come. */
export interface GuideFacts {
  /** Undefined for members, whose business channels are not. */
  channels?: readonly { models: readonly unknown[]; enabled: boolean }[];
  tokens: readonly { origin: string; last_used_at: string | null; status: string }[];
  hasReply: boolean;
}

export interface GuideStep {
  title: string;
  text: string;
  action: { label: string; to: string };
  isDone: boolean;
}

export function guideSteps({ channels, tokens, hasReply }: GuideFacts): GuideStep[] {
  return [
    ...(channels === undefined ? [] : channelSteps(channels)),
    {
      title: 'Create a token',
      text: 'Applications show it with every request. Give it limits and a budget if you like.',
      action: { label: 'Create a token', to: '/tokens/new' },
      isDone: tokens.some(isTaken),
    },
    {
      title: 'Get the first reply',
      text: 'Paste the token into the playground, choose a model and say hello.',
      action: { label: 'Open the playground', to: '/playground' },
      isDone: hasReply,
    },
  ];
}

function channelSteps(channels: NonNullable<GuideFacts['channels']>): GuideStep[] {
  return [
    {
      title: 'Connect a model',
      text: 'Paste the key of an account, or the address of a server of your own: you see its models and a first reply at once. No account yet? The built-in sandbox models answer without one.',
      action: { label: 'Connect a model', to: '/channels/connect' },
      isDone: channels.length > 0,
    },
    {
      title: 'See its models',
      text: 'Every model that a channel serves is listed with what it can do and what it costs.',
      action: { label: 'See the models', to: '/models' },
      isDone: channels.some(({ models, enabled }) => enabled && models.length > 0),
    },
  ];
}

/** The token that was printed at the first start counts once somebody has used it. */
function isTaken({ origin, last_used_at: lastUsed, status }: GuideFacts['tokens'][number]): boolean {
  return status === 'active' && (origin !== 'setup' || lastUsed !== null);
}
