/** What was written about a channel on the command line, but for its keys. */
export interface ChannelOptions {
  provider: string | undefined;
  models: string[] | undefined;
  baseUrl: string | undefined;
  priority: number | undefined;
  weight: number | undefined;
  maxConcurrency: number | undefined;
  maxConnections: number | undefined;
  formats: string[] | undefined;
  apiVersion: string | undefined;
  disabled: boolean;
}

/** The same in the words of the admin API. */
export function channelSettings(options: ChannelOptions): object {
  const { provider, models, priority, weight, formats } = options;
  return {
    provider,
    models: models?.map(getModel),
    base_url: options.baseUrl,
    priority,
    weight,
    max_concurrency: options.maxConcurrency,
    max_connections: options.maxConnections,
    formats,
    api_version: options.apiVersion,
    enabled: options.disabled ? false : undefined,
  };
}

/** `fast=gpt-5-nano` is served as `fast`, and called `gpt-5-nano` upstream. */
function getModel(written: string): string | { id: string; upstream: string } {
  const [id = '', ...upstream] = written.split('=');
  return upstream.length === 0 ? id : { id, upstream: upstream.join('=') };
}
