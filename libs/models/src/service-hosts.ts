import { type ProviderModels } from './model-facts.js';

type Pattern = readonly [beginning: string, end: string, provider: string];

/** Finds a service by the host of its API. */
export class ServiceHosts {
  private readonly exact: ReadonlyMap<string, string>;
  private readonly patterns: readonly Pattern[];

  constructor(files: readonly Pick<ProviderModels, 'provider' | 'hosts'>[]) {
    const named = files.flatMap(({ provider, hosts }) => hosts.map((host) => [host, provider] as const));
    this.exact = new Map(named);
    this.patterns = named.flatMap(([host, provider]) => {
      const [beginning, end] = host.split('*');
      return beginning === undefined || end === undefined ? [] : [[beginning, end, provider] as const];
    });
  }

  find(baseUrl: string): string | undefined {
    if (!URL.canParse(baseUrl)) return undefined;
    const { hostname } = new URL(baseUrl);
    return (
      this.exact.get(hostname) ?? this.patterns.find((pattern) => matchesPattern(hostname, pattern))?.[2]
    );
  }
}

function matchesPattern(hostname: string, [beginning, end]: Pattern): boolean {
  return (
    hostname.length > beginning.length + end.length &&
    hostname.startsWith(beginning) &&
    hostname.endsWith(end)
  );
}
