/** The default channel of a test: one model `m` at a fake upstream. */
export function channelTo(upstream: { url: string }): object {
  return {
    name: 'main',
    provider: 'openai-compatible',
    baseUrl: upstream.url,
    apiKey: 'sk-upstream-1',
    models: ['m'],
  };
}
