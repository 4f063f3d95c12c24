interface KnownRoute {
  method: string;
  pattern: RegExp;
}

/** Which methods a path has, so that a wrong one can be told from a wrong path. */
export class RouteTable {
  private readonly routes: KnownRoute[] = [];

  add(method: string | string[], url: string): void {
    if (url === '*' || url === '/*') return;
    for (const single of [method].flat()) this.routes.push({ method: single, pattern: asPattern(url) });
  }

  methodsFor(path: string): string[] {
    return [...new Set(this.routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
  }
}

function asPattern(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  // built from: our own routes, which have at most one place for anything.
  return new RegExp(`^${escaped.replaceAll(/:[^/]+/g, '[^/]+').replaceAll('*', '.*')}$`);
}
