interface RouteEntry {
  method: string;
  pattern: RegExp;
}

/** The methods of each path, to distinguish a wrong method from a wrong path. */
export class RouteTable {
  private readonly routes: RouteEntry[] = [];

  add(method: string | string[], url: string): void {
    if (url === '*' || url === '/*') return;
    for (const single of [method].flat()) this.routes.push({ method: single, pattern: toPattern(url) });
  }

  methodsFor(path: string): string[] {
    return [...new Set(this.routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
  }
}

function toPattern(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  // built from: the gateway's own routes, which have at most one wildcard.
  return new RegExp(`^${escaped.replaceAll(/:[^/]+/g, '[^/]+').replaceAll('*', '.*')}$`);
}
